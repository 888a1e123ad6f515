package io.github.lockstarter.testing;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.slf4j.LoggerFactory;

/**
 * Captures what is logged during a test, which may ask for it as a {@link CapturedLog},
 * and prints it only if the test fails: nobody finds the failure of one test among the
 * messages that others caused on purpose.
 */
public final class LogCapture implements BeforeEachCallback, AfterEachCallback, ParameterResolver {

	private static final Namespace NAMESPACE = Namespace.create(LogCapture.class);

	@Override
	public void beforeEach(ExtensionContext context) {
		context.getStore(NAMESPACE).put(Capture.class, new Capture());
	}

	@Override
	public void afterEach(ExtensionContext context) {
		captured(context).end(context.getExecutionException().isPresent());
	}

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		return parameter.getParameter().getType() == CapturedLog.class;
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		return captured(context).log;
	}

	private static Capture captured(ExtensionContext context) {
		return Objects.requireNonNull(context.getStore(NAMESPACE).get(Capture.class, Capture.class));
	}

	private static final class Capture {

		private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

		private final List<Appender<ILoggingEvent>> printing = new ArrayList<>();

		private final CapturedLog log = new CapturedLog();

		Capture() {
			Iterator<Appender<ILoggingEvent>> appenders = this.root.iteratorForAppenders();
			appenders.forEachRemaining(this.printing::add);
			this.log.start();
			this.root.addAppender(this.log);
			this.printing.forEach(this.root::detachAppender);
		}

		void end(boolean failed) {
			this.printing.forEach(this.root::addAppender);
			this.root.detachAppender(this.log);
			if (failed) {
				this.log.events().forEach((event) -> this.printing.forEach((appender) -> appender.doAppend(event)));
			}
		}

	}

}
