package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.core.EngineDriver.Attempt;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A lock that was left to a thread which has to wake up, while others come.
 */
class BargingTests {

	private static final LockOptions PATIENT = LockOptions.NONE.with(LockOption.WAIT_TIME, Duration.ofSeconds(20));

	private final Actors platform = new Actors();

	private final MemoryLockStore store = new MemoryLockStore();

	private EngineDriver engine = engine("one", LocalHandover.DEFAULT);

	private final Actor first = new Actor(PATIENT);

	private final Actor second = new Actor(PATIENT);

	private final Actor third = new Actor(PATIENT);

	private EngineDriver engine(String name, LocalHandover bounds) {
		return new EngineDriver(this.store, name, this.platform, bounds, LockEventListener.NONE,
				LockInstrumentation.NONE);
	}

	@AfterEach
	void nothingIsLeft() {
		await().until(this.engine::isIdle);
		this.engine.close();
	}

	/** The second waits while the first releases. */
	private long offerToTheSecond() {
		this.first.acquires();
		this.second.waits();
		return this.first.releases();
	}

	@Test
	void aThreadThatComesIsServedBeforeOneThatIsYetToWakeUp() {
		long token = offerToTheSecond();
		assertThat(this.second.isWoken()).isTrue();
		this.third.acquires();
		this.second.isStillWaiting();
		assertThat(this.third.releases()).isEqualTo(token + 1);
		this.second.isServed();
		assertThat(this.second.releases()).isEqualTo(token + 2);
	}

	@Test
	void oneThatWakesUpIsServed() {
		offerToTheSecond();
		this.second.isServed();
		this.third.waits();
		this.second.releases();
		this.third.isServed();
		this.third.releases();
	}

	@Test
	void aThreadIsOvertakenForAWhileOnly() {
		offerToTheSecond();
		this.third.acquires();
		this.platform.pass(Duration.ofMillis(1));
		this.third.releases();
		this.first.waits();
		this.second.isServed();
		this.second.releases();
		this.first.isServed();
		this.first.releases();
	}

	@Test
	void aThreadThatHasNotWokenUpForLongIsNotOvertaken() {
		offerToTheSecond();
		this.platform.pass(Duration.ofMillis(1));
		this.third.waits();
		this.second.isServed();
		this.second.releases();
		this.third.isServed();
		this.third.releases();
	}

	@Test
	void whatWasOfferedToAThreadThatCameTooLateIsFree() {
		offerToTheSecond();
		this.platform.pass(Duration.ofSeconds(26));
		this.third.asks();
		this.third.isServed();
		this.second.isRefused();
		this.third.releases();
	}

	@Test
	void whatAThreadThatGivesUpWasOfferedPassesToTheNext() {
		this.first.acquires();
		this.second.waits();
		this.third.waits();
		long token = this.first.releases();
		this.second.givesUp();
		this.third.isServed();
		assertThat(this.third.releases()).isEqualTo(token + 1);
	}

	@Test
	void whatTheOnlyThreadThatWaitsGivesUpIsFree() {
		offerToTheSecond();
		this.second.givesUp();
		EngineDriver other = engine("two", LocalHandover.DEFAULT);
		other.lock(List.of("order:42"), LockOptions.NONE).tryAcquire(Duration.ZERO).orElseThrow().close();
		other.close();
	}

	@Test
	void whatWasOfferedWhenTheClientStopsIsFree() {
		offerToTheSecond();
		this.engine.drain(Duration.ZERO);
		this.second.isRefused();
	}

	@Test
	void aThreadThatWaitsForNobodyTakesWhatAnotherWasOffered() {
		Actor impatient = new Actor(LockOptions.NONE.with(LockOption.WAIT_TIME, Duration.ZERO));
		offerToTheSecond();
		impatient.acquires();
		impatient.releases();
		this.second.isServed();
		this.second.releases();
	}

	@Test
	void aFairLockIsNotOvertaken() {
		LockOptions fair = PATIENT.with(LockOption.FAIR, true);
		Actor next = new Actor(fair);
		Actor last = new Actor(fair);
		this.first.acquires();
		next.waits();
		this.first.releases();
		last.waits();
		next.isServed();
		next.releases();
		last.isServed();
		last.releases();
	}

	@Test
	void bargingCountsAsPassing() {
		this.engine.close();
		this.engine = engine("one", new LocalHandover(1, Duration.ofSeconds(20)));
		offerToTheSecond();
		this.third.acquires();
		this.third.releases();
		this.first.waits();
		this.second.isServed();
		this.second.releases();
		this.first.isServed();
		this.first.releases();
	}

	/**
	 * A thread, which does nothing by itself.
	 */
	private final class Actor {

		private final Thread thread = new Thread();

		private final LockOptions options;

		private Attempt attempt;

		private LockHandle held;

		Actor(LockOptions options) {
			this.options = options;
		}

		private boolean goesOn() {
			BargingTests.this.platform.current = this.thread;
			return !this.attempt.advance();
		}

		private boolean asks() {
			BargingTests.this.platform.current = this.thread;
			this.attempt = BargingTests.this.engine.acquire(List.of("order:42"), this.options);
			return goesOn();
		}

		void acquires() {
			assertThat(asks()).isTrue();
			this.held = this.attempt.result();
		}

		void waits() {
			assertThat(asks()).isFalse();
			assertThat(isWoken()).isFalse();
		}

		boolean isWoken() {
			return this.attempt.awaited().isDone();
		}

		void isStillWaiting() {
			assertThat(goesOn()).isFalse();
		}

		void isServed() {
			await().until(this::goesOn);
			this.held = this.attempt.result();
		}

		void givesUp() {
			BargingTests.this.platform.current = this.thread;
			this.attempt.interrupt();
		}

		void isRefused() {
			assertThat(goesOn()).isTrue();
			assertThat(this.attempt.isRefused()).isTrue();
		}

		long releases() {
			BargingTests.this.platform.current = this.thread;
			long token = this.held.fencingToken();
			this.held.close();
			return token;
		}

	}

	/** Its time stands still, and the test says which thread it is. */
	private static final class Actors extends StallProofPlatform {

		private long nanos = TimeUnit.SECONDS.toNanos(1);

		private Thread current = Thread.currentThread();

		void pass(Duration time) {
			this.nanos += time.toNanos();
		}

		@Override
		public long nanoTime() {
			return this.nanos;
		}

		@Override
		public Thread currentThread() {
			return this.current;
		}

	}

}
