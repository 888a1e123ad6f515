package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.store.tck.NeedsFeature;
import io.github.lockstarter.testing.StallProofTime;
import io.github.lockstarter.testing.Undisturbed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests that locks which are shared have the features of those that are not.
 */
@EachStore
@NeedsFeature(StoreFeature.SHARES)
class SharedFeaturesIntegrationTests extends TwoClients {

	private static final UnaryOperator<LockSpec> READ = LockSpec::read;

	private static final UnaryOperator<LockSpec> ONE_OF_ONE = (spec) -> spec.permits(1, 1);

	private static final List<UnaryOperator<LockSpec>> SHARED = List.of(READ, ONE_OF_ONE);

	private static final Duration LONG = Duration.ofSeconds(60);

	SharedFeaturesIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	private LockSpec lock(DefaultLockClient client) {
		return client.lock(this.key).waitTime(LONG);
	}

	private LockHandle read(DefaultLockClient client) {
		return lock(client).read().acquire().detach();
	}

	private boolean isRefused(LockSpec spec) {
		return spec.tryAcquire().map((granted) -> {
			granted.close();
			return false;
		}).orElse(true);
	}

	@Test
	void aReaderThatIsHeldAtLeastSoLongKeepsOnlyWritersOut() throws Exception {
		Undisturbed.attempt(() -> {
			lock(this.one).read().minHold(Duration.ofSeconds(2)).acquire().close();
			boolean written = !isRefused(lock(this.two)) || !isRefused(lock(this.one));
			boolean read = !isRefused(lock(this.two).read()) && !isRefused(lock(this.one).read());
			lock(this.two).acquire().close();
			assertThat(written).isFalse();
			assertThat(read).isTrue();
		});
	}

	@Test
	void aReaderWhoseTimeIsOverEndsAloneAndOthersReadOn() {
		LockHandle other = read(this.one);
		LockHandle limited = lock(this.one).read().maxHold(BRIEFLY).acquire().detach();
		await().until(limited::isLost);
		assertThat(other.isValid()).isTrue();
		assertThat(isRefused(lock(this.two))).isTrue();
		limited.close();
		other.close();
	}

	@Test
	void permitsWhoseTimeIsOverGoToOthers() {
		LockHandle limited = lock(this.one).permits(2, 2).maxHold(BRIEFLY).acquire().detach();
		lock(this.two).permits(2, 2).acquire().close();
		await().until(limited::isLost);
		await().untilAsserted(() -> assertThat(this.events).hasSize(1));
		limited.close();
	}

	@Test
	void theLeasesOfReadersAndOfPermitsAreRenewed() {
		Duration lease = Duration.ofSeconds(8);
		String other = anotherKey();
		List<LockHandle> shares = List.of(lock(this.one).read().leaseTime(lease).acquire().detach(),
				lock(this.one).read().leaseTime(lease).acquire().detach(),
				this.one.lock(other).permits(1, 1).leaseTime(lease).acquire().detach());
		StallProofTime.pass(lease.plusSeconds(1));
		assertThat(shares).allMatch(LockHandle::isValid);
		assertThat(isRefused(lock(this.two))).isTrue();
		assertThat(isRefused(this.two.lock(other).permits(1, 1))).isTrue();
		shares.forEach(LockHandle::close);
	}

	@Test
	void aLossFailsOrInterruptsTheBodyAsItsPolicySays() {
		for (UnaryOperator<LockSpec> kind : SHARED) {
			Supplier<LockSpec> brief = () -> kind.apply(lock(this.one)).leaseTime(BRIEFLY).autoRenew(false);
			assertThatExceptionOfType(LockLostException.class).isThrownBy(
					() -> brief.get().onLoss(LossPolicy.FAIL).run(() -> await().until(LockContext.current()::isLost)))
				.withMessageStartingWith("Lock '" + this.key + "' was lost: ");
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> brief.get().onLoss(LossPolicy.INTERRUPT).run(() -> new CompletableFuture<>().get()))
				.withCauseInstanceOf(InterruptedException.class);
			assertThat(brief.get().<String, RuntimeException>call(() -> {
				await().until(LockContext.current()::isLost);
				return "done";
			})).isEqualTo("done");
		}
	}

	@Test
	void aShutdownWaitsForThoseThatShareAndRefusesOthers() {
		LockHandle reader = read(this.one);
		LockHandle joined = read(this.one);
		String other = anotherKey();
		LockHandle permits = this.one.lock(other).permits(1, 2).acquire().detach();
		CompletableFuture<Void> stopped = onAnotherThread(() -> {
			this.one.stop(LONG);
			return null;
		});
		await().until(() -> SHARED.stream().allMatch((kind) -> isShutDownFor(kind.apply(lock(this.one)))));
		List.of(reader, joined, permits).forEach((held) -> {
			assertThat(stopped).isNotDone();
			assertThat(held.isValid()).isTrue();
			held.close();
		});
		assertThat(stopped).succeedsWithin(AMPLY);
	}

	private boolean isShutDownFor(LockSpec spec) {
		try {
			isRefused(spec);
			return false;
		}
		catch (LockUnavailableException ex) {
			return String.valueOf(ex.getMessage()).contains("shutting down");
		}
	}

	@Test
	void noMoreWaitForAShareThanMayWait() {
		for (UnaryOperator<LockSpec> kind : SHARED) {
			LockHandle held = heldElsewhere(this.two);
			CompletableFuture<LockHandle> waiting = onAnotherThread(
					() -> kind.apply(lock(this.one)).maxWaiters(1).acquire().detach());
			awaitWaiters(1);
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> kind.apply(lock(this.one)).maxWaiters(1).acquire())
				.withMessageContaining("as its 'max-waiters' allows (1)");
			held.close();
			awaitGranted(waiting).close();
		}
	}

	@Test
	void whoBacksOffIsServedWhenAShareIsFreeAndGivesUpAfterItsAttempts() {
		BackOff quick = new BackOff(Duration.ofMillis(10), Duration.ofMillis(20), 2, 0.5, Integer.MAX_VALUE);
		BackOff twice = new BackOff(Duration.ofMillis(10), Duration.ofMillis(10), 1, 0, 2);
		for (UnaryOperator<LockSpec> kind : SHARED) {
			LockHandle held = heldElsewhere(this.two);
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> kind.apply(lock(this.one)).backOff(twice).acquire())
				.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(LockOutcome.EXHAUSTED));
			CompletableFuture<LockHandle> waiting = onAnotherThread(
					() -> kind.apply(lock(this.one)).backOff(quick).acquire().detach());
			await().until(() -> this.one.waiting().size() == 1);
			held.close();
			awaitGranted(waiting).close();
		}
	}

	private static LockHandle awaitGranted(CompletableFuture<LockHandle> waiting) {
		assertThat(waiting).succeedsWithin(AMPLY);
		return waiting.join();
	}

	@Test
	void aSemaphoreAsALockOfTheJdkTakesAndReturnsItsPermits() throws InterruptedException {
		Lock two = lock(this.one).permits(2, 3).asLock();
		two.lock();
		assertThat(isRefused(lock(this.two).permits(2, 3))).isTrue();
		assertThat(isRefused(lock(this.two).permits(1, 3))).isFalse();
		assertThat(two.tryLock(1, TimeUnit.MINUTES)).as("entered again").isTrue();
		assertThat(onAnotherThread(two::tryLock).join()).isFalse();
		two.unlock();
		assertThat(isRefused(lock(this.two).permits(2, 3))).isTrue();
		two.unlock();
		assertThat(isRefused(lock(this.two).permits(3, 3))).isFalse();
	}

	@Test
	void aReadWriteLockOfTheJdkExcludesOnAllClients() throws InterruptedException {
		ReadWriteLock here = lock(this.one).asReadWriteLock();
		ReadWriteLock there = lock(this.two).asReadWriteLock();
		here.readLock().lock();
		assertThat(there.readLock().tryLock()).isTrue();
		assertThat(onAnotherThread(() -> there.writeLock().tryLock()).join()).isFalse();
		there.readLock().unlock();
		here.readLock().unlock();
		assertThat(there.writeLock().tryLock(1, TimeUnit.MINUTES)).isTrue();
		assertThat(here.readLock().tryLock()).isFalse();
		assertThat(here.writeLock().tryLock()).isFalse();
		there.writeLock().unlock();
	}

}
