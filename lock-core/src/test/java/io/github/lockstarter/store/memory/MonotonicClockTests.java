package io.github.lockstarter.store.memory;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MonotonicClock}.
 */
class MonotonicClockTests {

	private final AtomicLong nanos = new AtomicLong(42);

	private final AtomicReference<Clock> wallClock = new AtomicReference<>(
			Clock.fixed(Instant.ofEpochSecond(1000), ZoneOffset.UTC));

	@Test
	void startsWithTheWallClockAndGoesOnByTheMonotonicOne() {
		MonotonicClock clock = clock();
		assertThat(clock.micros()).isEqualTo(1_000_000_000);
		this.nanos.addAndGet(Duration.ofMillis(3).toNanos());
		assertThat(clock.micros()).isEqualTo(1_000_003_000);
	}

	@Test
	void aStepOfTheWallClockDoesNotMoveIt() {
		MonotonicClock clock = clock();
		this.wallClock.set(Clock.fixed(Instant.ofEpochSecond(9000), ZoneOffset.UTC));
		assertThat(clock.micros()).isEqualTo(1_000_000_000);
	}

	private MonotonicClock clock() {
		return new MonotonicClock(new Clock() {

			@Override
			public ZoneOffset getZone() {
				return ZoneOffset.UTC;
			}

			@Override
			public Clock withZone(ZoneId zone) {
				throw new UnsupportedOperationException();
			}

			@Override
			public Instant instant() {
				return MonotonicClockTests.this.wallClock.get().instant();
			}

		}, this.nanos::get);
	}

}
