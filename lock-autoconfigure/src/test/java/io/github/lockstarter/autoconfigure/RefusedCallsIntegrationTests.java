package io.github.lockstarter.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockFailure;
import io.github.lockstarter.LockFailureHandler;
import io.github.lockstarter.LockFailureHandler.Answer;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import org.junit.jupiter.api.Test;

import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests of what annotated methods do without their lock, over a real Redis.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class RefusedCallsIntegrationTests {

	private final List<LockFailure> failures = new CopyOnWriteArrayList<>();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, DataRedisAutoConfiguration.class,
				LockAutoConfiguration.class, LockAopAutoConfiguration.class))
		.withBean(Service.class)
		.withBean(LockFailureHandler.class, () -> (failure) -> {
			this.failures.add(failure);
			return Answer.NONE;
		});

	@Test
	void tellFallbacksAndHandlersThatOthersHoldTheLock() {
		this.runner.withPropertyValues("spring.data.redis.port=" + EmbeddedRedis.shared().port()).run((context) -> {
			Service service = context.getBean(Service.class);
			assertThat(service.withFallback()).isEqualTo("ran");
			try (LockHandle held = hold(context.getBean(LockClient.class))) {
				assertThat(held.isValid()).isTrue();
				assertThat(service.withFallback()).isEqualTo(LockNotAcquiredException.class);
				assertThat(this.failures).isEmpty();
				assertThat(service.orNull()).isNull();
				assertThat(this.failures).extracting(LockFailure::name, LockFailure::keys, LockFailure::outcome)
					.containsExactly(tuple("Service.orNull", List.of("failed-calls"), LockOutcome.TIMED_OUT));
			}
			assertThat(service.withFallback()).isEqualTo("ran");
			assertThat(service.ran()).hasSize(2);
		});
	}

	@Test
	void refuseWhenRedisIsDownWhereThePropertySaysSo() {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			redis.stop();
			ApplicationContextRunner down = this.runner.withPropertyValues("spring.data.redis.port=" + redis.port());
			down.run((context) -> {
				Service service = context.getBean(Service.class);
				assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(service::withFallback);
				assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(service::orNull);
				assertThat(this.failures).isEmpty();
			});
			down.withPropertyValues("distributed-lock.on-unavailable=treat-as-contended").run((context) -> {
				Service service = context.getBean(Service.class);
				assertThat(service.withFallback()).isEqualTo(LockUnavailableException.class);
				assertThat(service.orNull()).isNull();
				assertThat(this.failures).extracting(LockFailure::outcome).containsExactly(LockOutcome.UNAVAILABLE);
				assertThat(service.ran()).isEmpty();
			});
		}
	}

	@Test
	void leaveAnInterruptToTheCaller() {
		this.runner
			.withPropertyValues("spring.data.redis.port=" + EmbeddedRedis.shared().port(),
					"distributed-lock.locks.[Service.withFallback].wait-time=10s")
			.run((context) -> {
				Service service = context.getBean(Service.class);
				try (LockHandle held = hold(context.getBean(LockClient.class))) {
					assertThat(held.isValid()).isTrue();
					Thread.currentThread().interrupt();
					assertThatExceptionOfType(LockInterruptedException.class).isThrownBy(service::withFallback);
				}
				finally {
					assertThat(Thread.interrupted()).isTrue();
				}
				assertThat(this.failures).isEmpty();
				assertThat(service.ran()).isEmpty();
			});
	}

	/**
	 * Hold the lock as another would: this thread does not enter it again.
	 */
	private static LockHandle hold(LockClient client) {
		return client.lock("failed-calls").acquire().detach();
	}

	static class Service {

		private final List<String> ran = new ArrayList<>();

		List<String> ran() {
			return this.ran;
		}

		@DistributedLock(key = "failed-calls", waitTime = 0, fallback = "fallback")
		public Object withFallback() {
			this.ran.add("withFallback");
			return "ran";
		}

		private Object fallback(LockException ex) {
			return ex.getClass();
		}

		@DistributedLock(key = "failed-calls", waitTime = 0, failStrategy = LockFailStrategy.SKIP)
		public Object orNull() {
			this.ran.add("orNull");
			return "ran";
		}

	}

}
