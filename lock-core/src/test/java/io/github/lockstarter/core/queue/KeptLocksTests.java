package io.github.lockstarter.core.queue;

import java.time.Duration;

import io.github.lockstarter.core.platform.SteppedPlatform;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for locks that are kept although nobody here has them.
 */
class KeptLocksTests {

	private static final int MANY = 10_001;

	private static final Duration KEPT = Duration.ofSeconds(30);

	private final SteppedPlatform platform = new SteppedPlatform();

	private final KeptLocks kept = new KeptLocks(this.platform);

	private void keepMany(Duration time) {
		for (int i = 0; i < MANY; i++) {
			this.kept.keep("key" + i, time);
		}
	}

	@Test
	void aLockIsKeptUntilItsTimeIsOver() {
		this.kept.keep("key", KEPT);
		this.platform.pass(KEPT.minusMillis(1));
		assertThat(this.kept.contain("key")).isTrue();
		assertThat(this.kept.contain("other")).isFalse();
		this.platform.pass(Duration.ofMillis(1));
		assertThat(this.kept.contain("key")).isFalse();
	}

	@Test
	void theLongestTimeCounts() {
		this.kept.keep("key", KEPT);
		this.kept.keep("key", Duration.ofSeconds(1));
		this.platform.pass(Duration.ofSeconds(2));
		assertThat(this.kept.contain("key")).isTrue();
	}

	@Test
	void ofTooManyEachCountsAsKeptUntilTheLastIsOver() {
		keepMany(KEPT);
		this.platform.pass(KEPT.minusMillis(1));
		assertThat(this.kept.contain("key0")).isTrue();
		assertThat(this.kept.contain("other")).isTrue();
		this.platform.pass(Duration.ofMillis(1));
		assertThat(this.kept.contain("key0")).isFalse();
		assertThat(this.kept.contain("other")).isFalse();
	}

	@Test
	void thoseWhoseTimeIsOverAreForgotten() {
		keepMany(Duration.ofMillis(1));
		this.platform.pass(Duration.ofMillis(1));
		keepMany(Duration.ofMillis(1));
		this.kept.keep("key", KEPT);
		this.platform.pass(Duration.ofMillis(1));
		assertThat(this.kept.contain("key")).isTrue();
		assertThat(this.kept.contain("other")).isFalse();
	}

}
