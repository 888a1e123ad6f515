package io.github.lockstarter.aop;

import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.autoconfigure.LockAopAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockTransactionAutoConfiguration;
import org.assertj.core.api.AbstractThrowableAssert;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Application contexts in which locks come from a {@link RecordingLockClient}.
 */
final class LockContexts {

	private LockContexts() {
	}

	static ApplicationContextRunner runner() {
		return withoutClient().withBean(RecordingLockClient.class);
	}

	static ApplicationContextRunner withoutClient() {
		return new ApplicationContextRunner().withConfiguration(
				AutoConfigurations.of(AopAutoConfiguration.class, PropertyPlaceholderAutoConfiguration.class,
						LockAopAutoConfiguration.class, LockTransactionAutoConfiguration.class));
	}

	static ApplicationContextRunner byInterface() {
		return runner().withPropertyValues("spring.aop.proxy-target-class=false");
	}

	/**
	 * Start a context with a bean of this type in which no lock is obtained.
	 */
	static <T> void refusing(Class<T> type, Use<T> use) {
		with(type, (bean, client) -> {
			client.refuse();
			use.accept(bean, client);
		});
	}

	/**
	 * Start a context with a bean of this type and use both.
	 */
	static <T> void with(Class<T> type, Use<T> use) {
		runner().withBean(type)
			.run((context) -> use.accept(context.getBean(type), context.getBean(RecordingLockClient.class)));
	}

	/**
	 * Run a test while this room logs at DEBUG.
	 */
	static void atDebug(Runnable test) {
		LoggingSystem logging = LoggingSystem.get(LockContexts.class.getClassLoader());
		String room = LockContexts.class.getPackageName();
		LogLevel before = logging.getLoggerConfiguration(room).getConfiguredLevel();
		logging.setLogLevel(room, LogLevel.DEBUG);
		try {
			test.run();
		}
		finally {
			logging.setLogLevel(room, before);
		}
	}

	/**
	 * Start a context with a bean, and with it a method that must be refused.
	 */
	static void assertRefused(Class<?> type, String method, String problem, String action) {
		assertRefused(runner().withBean(type), method, problem, action);
	}

	/**
	 * Start a context with a method that must be refused.
	 */
	static void assertRefused(ApplicationContextRunner runner, String method, String problem, String action) {
		assertRefused(runner).hasMessageContaining(method)
			.hasMessageContaining(problem)
			.satisfies((ex) -> assertThat(((LockDefinitionException) ex).getAction()).contains(action));
	}

	/**
	 * Start a context that must fail because of a definition.
	 */
	static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(ApplicationContextRunner runner) {
		Throwable[] failure = new Throwable[1];
		runner.run((context) -> {
			assertThat(context).hasFailed();
			failure[0] = context.getStartupFailure();
		});
		Throwable cause = failure[0];
		while (!(cause instanceof LockDefinitionException) && cause.getCause() != null) {
			cause = cause.getCause();
		}
		return assertThat(cause).isInstanceOf(LockDefinitionException.class);
	}

	@FunctionalInterface
	interface Use<T> {

		void accept(T bean, RecordingLockClient client) throws Throwable;

	}

}
