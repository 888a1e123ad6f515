package io.github.lockstarter.core;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what users of JDK locks are used to.
 */
class JdkLockIntegrationTests extends OwnRedis {

	private final Lock lock = lockClient().lock(this.key).asLock();

	@ParameterizedTest
	@EnumSource
	void theLongestTimeWaitsForEver(TimeUnit unit) throws InterruptedException {
		assertThat(this.lock.tryLock(Long.MAX_VALUE, unit)).isTrue();
		this.lock.unlock();
	}

	@Test
	void tryingOnceIsNotInterrupted() {
		Thread.currentThread().interrupt();
		assertThat(this.lock.tryLock()).isTrue();
		assertThat(Thread.interrupted()).isTrue();
		this.lock.unlock();
	}

}
