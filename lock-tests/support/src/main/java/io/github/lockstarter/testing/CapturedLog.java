package io.github.lockstarter.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;

/**
 * What was logged, as text that grows: for each event its level, its logger, the message,
 * and the stack trace if there is one.
 */
public final class CapturedLog extends AppenderBase<ILoggingEvent> implements CharSequence {

	private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

	CapturedLog() {
	}

	List<ILoggingEvent> events() {
		return this.events;
	}

	@Override
	protected void append(ILoggingEvent event) {
		event.prepareForDeferredProcessing();
		this.events.add(event);
	}

	@Override
	public int length() {
		return toString().length();
	}

	@Override
	public char charAt(int index) {
		return toString().charAt(index);
	}

	@Override
	public CharSequence subSequence(int start, int end) {
		return toString().subSequence(start, end);
	}

	@Override
	public String toString() {
		return this.events.stream().map(CapturedLog::text).collect(Collectors.joining());
	}

	private static String text(ILoggingEvent event) {
		String line = "%s %s - %s%n".formatted(event.getLevel(), event.getLoggerName(), event.getFormattedMessage());
		return (event.getThrowableProxy() != null) ? line + ThrowableProxyUtil.asString(event.getThrowableProxy())
				: line;
	}

}
