package io.github.lockstarter.core.hold;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.StubSession;
import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.core.platform.SteppedPlatform;
import io.github.lockstarter.core.platform.Timer;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.ReleaseRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link ReleaseRetries}, in the time of the test.
 */
@ExtendWith(OutputCaptureExtension.class)
class ReleaseRetriesTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final Duration MOMENT = Duration.ofMillis(1);

	/** The longest pause between two attempts. */
	private static final Duration PAUSE = Duration.ofMillis(500);

	private final SteppedPlatform platform = new SteppedPlatform();

	private final RefusingSession session = new RefusingSession();

	private final Timer timer = this.platform.timer("timer");

	private final CallbackExecutor callbacks = new CallbackExecutor(this.platform, this.timer, "callbacks", 1, 1);

	private final ReleaseRetries releases = new ReleaseRetries(this.platform, this.session, this.timer,
			new EventDispatcher(LockInstrumentation.NONE, LockEventListener.NONE, this.callbacks, this.callbacks));

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aReleaseIsRepeatedWithinASecondAfterAnOutageWhetherTheFailureWasToPassOrNot(boolean passing) {
		this.session.fail(passing);
		release(1, Duration.ZERO);
		this.platform.pass(LEASE.dividedBy(2));
		assertThat(this.session.released).isEmpty();
		this.session.agree();
		this.platform.pass(PAUSE);
		assertThat(this.session.released).containsExactly(1L);
		assertThat(this.timer.scheduled()).isZero();
	}

	@Test
	void anAcquisitionWhoseOutcomeIsUnknownIsFinishedAfterAFailureThatDoesNotPass() {
		this.session.fail(false);
		this.releases.cancel("key", 1, LEASE);
		this.session.agree();
		this.platform.pass(PAUSE);
		assertThat(this.session.released).containsExactly(1L);
	}

	@Test
	void aReleaseIsRepeatedUntilItsLeaseEndsAndThenReportedOnce(CapturedOutput output) {
		this.session.fail(false);
		release(1, Duration.ZERO);
		this.platform.pass(LEASE.minus(MOMENT));
		assertThat(output).doesNotContain("was not released");
		this.platform.pass(PAUSE.plus(MOMENT));
		await().untilAsserted(() -> assertThat(output)
			.containsOnlyOnce("Lock 'key' was not released (out of order); it ends with its lease"));
		int attempts = this.session.attempts;
		this.session.agree();
		this.platform.pass(LEASE);
		assertThat(this.session.attempts).isEqualTo(attempts);
		assertThat(this.timer.scheduled()).isZero();
	}

	@Test
	void manyReleasesAreRepeatedTogether() {
		this.session.fail(true);
		IntStream.rangeClosed(1, 1000).forEach((sequence) -> release(sequence, Duration.ZERO));
		assertThat(this.timer.scheduled()).isOne();
		this.session.agree();
		int attempts = this.session.attempts;
		this.platform.pass(PAUSE);
		assertThat(this.session.released).hasSize(1000);
		assertThat(this.session.attempts - attempts).isOne();
	}

	@Test
	void aLockThatIsToBeKeptIsKeptForTheRestOfThatTime() {
		this.session.fail(false);
		release(1, Duration.ofSeconds(2));
		this.platform.pass(Duration.ofMillis(1500));
		this.session.agree();
		this.platform.pass(PAUSE);
		assertThat(this.session.released).containsExactly(1L);
		assertThat(this.session.keptFor).isBetween(MOMENT, PAUSE);
	}

	@Test
	void nothingIsRepeatedOnceItIsClosed(CapturedOutput output) {
		this.session.fail(true);
		release(1, Duration.ZERO);
		this.releases.close();
		await().untilAsserted(() -> assertThat(output)
			.containsOnlyOnce("Lock 'key' was not released (out of order); it ends with its lease"));
		this.session.agree();
		this.platform.pass(LEASE);
		assertThat(this.session.released).isEmpty();
	}

	private void release(long sequence, Duration keepFor) {
		CompletableFuture<@Nullable StoreAnswer> released = new CompletableFuture<>();
		this.releases.release(jvmLease(sequence), keepFor, released);
		assertThat(released).isCompletedWithValue(null);
	}

	private JvmLease jvmLease(long sequence) {
		LockOptions options = LockOptions.NONE.with(LockOption.LEASE_TIME, LEASE);
		LockRequest request = new LockRequest(
				new LockPlan(new LockSettings(LockOptions.NONE, Map.of()).resolve("", options)), "", List.of("key"));
		return new JvmLease(this.platform, new IdleLifecycle(), LocalHandover.DEFAULT, new GrantDetails("key", sequence,
				sequence, Moment.now(this.platform).plus(LEASE.toNanos()), true, false, LEASE, null), request);
	}

	/**
	 * Fails as long as it is told to.
	 */
	private static final class RefusingSession extends StubSession {

		private final List<Long> released = new ArrayList<>();

		private Duration keptFor = Duration.ZERO;

		private int attempts;

		private @Nullable StoreException failure;

		void fail(boolean passing) {
			this.failure = new StoreException("out of order", passing, null);
		}

		void agree() {
			this.failure = null;
		}

		@Override
		public CompletionStage<StoreAnswer> acquire(AcquireRequest request) {
			throw new UnsupportedOperationException();
		}

		@Override
		public CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease) {
			throw new UnsupportedOperationException();
		}

		@Override
		public CompletionStage<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor) {
			this.attempts++;
			return answer(sequence, keepFor);
		}

		@Override
		public List<CompletionStage<StoreAnswer>> releaseWithoutMark(List<ReleaseRequest> requests) {
			this.attempts++;
			return requests.stream().map((request) -> answer(request.sequence(), Duration.ZERO)).toList();
		}

		private CompletionStage<StoreAnswer> answer(long sequence, Duration keepFor) {
			if (this.failure != null) {
				return CompletableFuture.failedStage(this.failure);
			}
			this.released.add(sequence);
			this.keptFor = keepFor;
			return CompletableFuture.completedStage(
					new StoreAnswer(AcquisitionState.RELEASED, 1, Duration.ZERO, new StoreClock(1, "server")));
		}

	}

}
