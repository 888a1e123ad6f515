package io.github.lockstarter.core.hold;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.StallProofPlatform;
import io.github.lockstarter.core.platform.Moment;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for a renewal that is confirmed, or a pass that is decided, when validity has
 * ended already: a lock that was lost never comes back.
 */
class LateConfirmationTests {

	private static final Duration LEASE = Duration.ofSeconds(1);

	private static final Duration RENEWED = Duration.ofMinutes(1);

	private static final int RACES = 5000;

	private final SettablePlatform platform = new SettablePlatform();

	private final Moment start = Moment.now(this.platform);

	private final Moment end = this.start.plus(LEASE.toNanos());

	private JvmLease jvmLease() {
		this.platform.nanos = this.start.nanos();
		return new JvmLease(this.platform, new IdleLifecycle(), LocalHandover.DEFAULT,
				new GrantDetails("key", 1, 1, this.end, true, false, LEASE, null), request());
	}

	@Test
	void aConfirmationThatComesInTimeCounts() {
		JvmLease jvmLease = jvmLease();
		jvmLease.confirm(this.start, RENEWED);
		this.platform.nanos = this.end.nanos();
		assertThat(jvmLease.hold().isLost()).isFalse();
	}

	@Test
	void aConfirmationThatComesLaterDoesNot() {
		JvmLease jvmLease = jvmLease();
		this.platform.nanos = this.end.nanos();
		jvmLease.confirm(this.start, RENEWED);
		assertThat(jvmLease.hold().isLost()).isTrue();
	}

	@Test
	void neitherAConfirmationNorAClockThatStepsBackUndoesALoss() {
		JvmLease jvmLease = jvmLease();
		this.platform.nanos = this.end.nanos();
		assertThat(jvmLease.hold().isLost()).isTrue();
		this.platform.nanos = this.start.nanos();
		assertThat(jvmLease.hold().isLost()).isTrue();
		jvmLease.confirm(this.start, RENEWED);
		assertThat(jvmLease.hold().isLost()).isTrue();
		assertThat(jvmLease.hold().assuredNanos()).isZero();
	}

	@Test
	void aConfirmationThatRacesWithTheEndIsBeforeOrAfterIt() {
		CyclicBarrier barrier = new CyclicBarrier(2);
		JvmLease[] jvmLeases = new JvmLease[RACES];
		for (int i = 0; i < RACES; i++) {
			jvmLeases[i] = jvmLease();
		}
		CompletableFuture<Void> confirming = CompletableFuture.runAsync(() -> {
			for (JvmLease jvmLease : jvmLeases) {
				meet(barrier);
				jvmLease.confirm(this.start, RENEWED);
				meet(barrier);
			}
		}, (task) -> new Thread(task).start());
		for (JvmLease jvmLease : jvmLeases) {
			this.platform.nanos = this.start.nanos();
			meet(barrier);
			this.platform.nanos = this.end.nanos();
			boolean lost = jvmLease.hold().isLost();
			meet(barrier);
			assertThat(jvmLease.hold().isLost()).isEqualTo(lost);
		}
		assertThat(confirming).succeedsWithin(Duration.ofSeconds(10));
	}

	@Test
	void aPassDuringWhichTheEndIsNoticedIsNone() {
		JvmLease jvmLease = jvmLease();
		Hold holder = jvmLease.hold();
		this.platform.whileAssured = () -> {
			this.platform.nanos = this.end.nanos();
			assertThat(jvmLease.isOver()).isTrue();
		};
		assertThat(jvmLease.pass(request())).isNull();
		assertThat(jvmLease.isOver()).isTrue();
		assertThat(jvmLease.holds()).containsExactly(holder);
	}

	private static void meet(CyclicBarrier barrier) {
		assertThatNoException().isThrownBy(barrier::await);
	}

	private static LockRequest request() {
		LockOptions options = LockOptions.NONE.with(LockOption.LEASE_TIME, RENEWED);
		return new LockRequest(new LockPlan(new LockSettings(LockOptions.NONE, Map.of()).resolve("", options)), "",
				List.of("key"));
	}

	private static final class SettablePlatform extends StallProofPlatform {

		private volatile long nanos;

		/** Happens once, after it was found out how long something is valid. */
		private Runnable whileAssured = () -> {
		};

		@Override
		public long nanoTime() {
			return this.nanos;
		}

		/** It is asked for after the monotonic clock. */
		@Override
		public long currentTimeMillis() {
			Runnable task = this.whileAssured;
			this.whileAssured = () -> {
			};
			task.run();
			return super.currentTimeMillis();
		}

	}

}
