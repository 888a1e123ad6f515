package io.github.lockstarter.testing;

import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/**
 * A log of all that the library tells, at any level, which throws an error each time.
 */
public final class FailingLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.lockstarter");

	private final AtomicInteger failures = new AtomicInteger();

	private FailingLog() {
	}

	/**
	 * Let the log fail until this is closed.
	 */
	public static FailingLog begin() {
		FailingLog log = new FailingLog();
		log.start();
		log.logger.setLevel(Level.TRACE);
		log.logger.addAppender(log);
		return log;
	}

	/**
	 * How often it has failed.
	 */
	public int failures() {
		return this.failures.get();
	}

	@Override
	protected void append(ILoggingEvent event) {
		this.failures.incrementAndGet();
		throw new LinkageError("thrown by a test: the log of " + event.getLoggerName());
	}

	@Override
	public void close() {
		this.logger.detachAppender(this);
		this.logger.setLevel(null);
	}

}
