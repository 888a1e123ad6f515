package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for waiting as long as it takes, as a lock of the JDK does.
 */
class EndlessWaitTests {

	private final PuppetStore store = new PuppetStore();

	/** Half a minute takes a second and a half. */
	private final LockEngine engine = Clients.client(this.store, ScaledPlatform.faster(20)).engine();

	private final CompletableFuture<LockHandle> waiting = CompletableFuture.supplyAsync(this::acquire);

	private LockHandle acquire() {
		return this.engine.acquire(Clients.request("key", Duration.ofHours(1)), LockOption.LONGEST);
	}

	@AfterEach
	void close() {
		this.store.release();
		this.engine.close();
	}

	@Test
	void keepsItsPlaceHoweverOftenItLooksAtTheStore() throws InterruptedException {
		Call first = this.store.next(Operation.ACQUIRE);
		first.answer(AcquisitionState.QUEUED);
		Call recheck = this.store.next(Operation.ACQUIRE);
		assertThat(recheck.sequence()).isEqualTo(first.sequence());
		recheck.answer(AcquisitionState.GRANTED);
		assertThat(this.waiting).succeedsWithin(Duration.ofSeconds(20));
		this.store.release();
		this.waiting.join().close();
	}

	@Test
	void endsWhenTheStoreFallsSilent() throws InterruptedException {
		this.store.next(Operation.ACQUIRE);
		assertThat(this.waiting).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.withCauseInstanceOf(LockUnavailableException.class);
	}

}
