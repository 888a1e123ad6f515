package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockUpgradeException;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.store.tck.NeedsFeature;
import io.github.lockstarter.testing.Undisturbed;
import org.junit.jupiter.api.Test;

import static io.github.lockstarter.core.Exclusion.assertExcluded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for locks that are shared: by readers, and by those who use permits.
 */
@EachStore
@NeedsFeature(StoreFeature.SHARES)
class SharedLocksIntegrationTests extends TwoClients {

	private static final Duration LONG = Duration.ofSeconds(60);

	SharedLocksIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	private LockSpec lock(DefaultLockClient client) {
		return client.lock(this.key).waitTime(LONG);
	}

	private LockHandle read(DefaultLockClient client) {
		return lock(client).read().acquire().detach();
	}

	private Optional<LockHandle> tryPermits(DefaultLockClient client, int permits, int capacity) {
		return lock(client).permits(permits, capacity).tryAcquire().map(LockHandle::detach);
	}

	@Test
	void readersOfAllClientsHoldALockTogether() {
		List<LockHandle> readers = List.of(read(this.one), read(this.one), read(this.two), read(this.two));
		assertThat(readers).allMatch(LockHandle::isValid);
		assertExcluded(readers.get(0), lock(this.one)::tryAcquire);
		assertExcluded(readers.get(0), lock(this.two)::tryAcquire);
		readers.forEach(LockHandle::close);
		lock(this.two).acquire().close();
	}

	@Test
	void aReaderWaitsForAWriterAndAllReadersFollowItTogether() {
		LockHandle writer = lock(this.one).acquire().detach();
		assertExcluded(writer, lock(this.two).read()::tryAcquire);
		List<CompletableFuture<LockHandle>> readers = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			readers.add(onAnotherThread(() -> read(this.one)));
			readers.add(onAnotherThread(() -> read(this.two)));
		}
		await().until(() -> waitingCalls(this.one, this.key) == 3 && waitingCalls(this.two, this.key) == 3);
		awaitWaiters(1);
		writer.close();
		assertThat(readers).allSatisfy((reader) -> assertThat(reader).succeedsWithin(AMPLY));
		readers.forEach((reader) -> reader.join().close());
	}

	@Test
	void noReaderPassesAWriterThatWaits() {
		LockHandle reader = read(this.one);
		CompletableFuture<LockHandle> writer = onAnotherThread(() -> lock(this.two).acquire().detach());
		awaitWaiters(1);
		await().until(() -> isRefusedToRead(this.one) && isRefusedToRead(this.two));
		CompletableFuture<LockHandle> late = onAnotherThread(() -> read(this.one));
		awaitWaiters(2);
		reader.close();
		assertThat(writer).succeedsWithin(AMPLY);
		assertThat(late).isNotDone();
		writer.join().close();
		assertThat(late).succeedsWithin(AMPLY);
		late.join().close();
	}

	private boolean isRefusedToRead(DefaultLockClient client) {
		Optional<LockHandle> read = lock(client).read().tryAcquire();
		read.ifPresent(LockHandle::close);
		return read.isEmpty();
	}

	@Test
	void aWriterWaitsForTheReadersOfItsOwnClient() {
		List<LockHandle> readers = List.of(read(this.one), read(this.one));
		CompletableFuture<LockHandle> writer = onAnotherThread(() -> lock(this.one).acquire().detach());
		awaitWaiters(1);
		readers.get(0).close();
		assertThat(writer).isNotDone();
		readers.get(1).close();
		assertThat(writer).succeedsWithin(AMPLY);
		writer.join().close();
	}

	@Test
	void permitsAreNeverInUseBeyondTheCapacity() {
		LockHandle two = tryPermits(this.one, 2, 3).orElseThrow();
		assertThat(tryPermits(this.two, 2, 3)).isEmpty();
		LockHandle one = tryPermits(this.two, 1, 3).orElseThrow();
		assertThat(tryPermits(this.one, 1, 3)).isEmpty();
		two.close();
		tryPermits(this.two, 2, 3).orElseThrow().close();
		one.close();
	}

	@Test
	void whoWaitsForPermitsIsServedWhenTheyReturn() {
		LockHandle all = tryPermits(this.one, 3, 3).orElseThrow();
		List<CompletableFuture<LockHandle>> waiting = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			waiting.add(onAnotherThread(() -> lock(this.two).permits(1, 3).acquire().detach()));
		}
		await().until(() -> waitingCalls(this.two, this.key) == 3);
		awaitWaiters(1);
		all.close();
		assertThat(waiting).allSatisfy((waiter) -> assertThat(waiter).succeedsWithin(AMPLY));
		waiting.forEach((waiter) -> waiter.join().close());
	}

	@Test
	void manyThreadsNeverUseMoreThanTheCapacity() {
		AtomicInteger inUse = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		List<CompletableFuture<Void>> threads = new ArrayList<>();
		for (int i = 0; i < 24; i++) {
			DefaultLockClient client = (i % 2 == 0) ? this.one : this.two;
			int permits = 1 + i % 3;
			threads.add(onAnotherThread(() -> {
				for (int round = 0; round < 10; round++) {
					try (LockHandle held = lock(client).permits(permits, 4).acquire()) {
						most.accumulateAndGet(inUse.addAndGet(permits), Math::max);
						Thread.yield();
						inUse.addAndGet(-permits);
						assertThat(held.isLost()).isFalse();
					}
				}
				return null;
			}));
		}
		assertThat(threads).allSatisfy((thread) -> assertThat(thread).succeedsWithin(LONG));
		assertThat(most).hasValueBetween(1, 4);
	}

	@Test
	void readersAndWritersNeverMeet() {
		AtomicInteger readers = new AtomicInteger();
		AtomicInteger writers = new AtomicInteger();
		List<CompletableFuture<Void>> threads = new ArrayList<>();
		for (int i = 0; i < 16; i++) {
			DefaultLockClient client = (i % 2 == 0) ? this.one : this.two;
			boolean reads = i % 4 != 0;
			threads.add(onAnotherThread(() -> {
				for (int round = 0; round < 15; round++) {
					LockSpec spec = reads ? lock(client).read() : lock(client);
					try (LockHandle held = spec.acquire()) {
						(reads ? readers : writers).incrementAndGet();
						Thread.yield();
						assertThat(writers.get() + (reads ? 0 : readers.get())).isEqualTo(reads ? 0 : 1);
						(reads ? readers : writers).decrementAndGet();
						assertThat(held.isLost()).isFalse();
					}
				}
				return null;
			}));
		}
		assertThat(threads).allSatisfy((thread) -> assertThat(thread).succeedsWithin(LONG));
	}

	@Test
	void aThreadEntersAgainForWhatItsHoldCovers() {
		try (LockHandle reader = lock(this.one).read().acquire()) {
			lock(this.one).read().acquire().close();
			assertThat(reader.kind()).isEqualTo(LockKind.READ);
		}
		try (LockHandle writer = lock(this.one).acquire()) {
			try (LockHandle inner = lock(this.one).read().acquire()) {
				assertThat(inner.kind()).isEqualTo(LockKind.READ);
				assertThat(writer.kind()).isEqualTo(LockKind.MUTEX);
			}
			lock(this.one).permits(1, 5).acquire().close();
		}
		try (LockHandle permits = lock(this.one).permits(2, 5).acquire()) {
			lock(this.one).permits(1, 5).acquire().close();
			assertThat(permits.isValid()).isTrue();
		}
	}

	@Test
	void aThreadThatWouldWaitForItselfIsToldAtOnce() {
		try (LockHandle reader = lock(this.one).read().acquire()) {
			assertThatExceptionOfType(LockUpgradeException.class).isThrownBy(() -> lock(this.one).acquire())
				.withMessage("This thread holds lock '" + this.key + "' as READ and asked for it as MUTEX, so it"
						+ " would wait for itself. Release the lock first, or ask for the larger one from the start.")
				.satisfies((ex) -> assertThat(ex.getLock()).isEqualTo(this.key));
			assertThatExceptionOfType(LockUpgradeException.class).isThrownBy(() -> lock(this.one).tryAcquire());
			assertThatExceptionOfType(LockUpgradeException.class)
				.isThrownBy(() -> lock(this.one).permits(1, 5).acquire());
			assertThat(reader.isValid()).isTrue();
		}
		try (LockHandle permits = lock(this.one).permits(1, 5).acquire()) {
			assertThatExceptionOfType(LockUpgradeException.class)
				.isThrownBy(() -> lock(this.one).permits(2, 5).acquire())
				.withMessageContaining("with more permits");
			assertThat(permits.isValid()).isTrue();
		}
	}

	@Test
	void aWriterThatGoesOnReadingLetsOtherReadersIn() throws Exception {
		ReadWriteLock both = lock(this.one).asReadWriteLock();
		both.writeLock().lock();
		both.readLock().lock();
		CompletableFuture<LockHandle> elsewhere = onAnotherThread(() -> read(this.two));
		CompletableFuture<LockHandle> here = onAnotherThread(() -> read(this.one));
		awaitWaiters(1);
		both.writeLock().unlock();
		assertThat(elsewhere).succeedsWithin(AMPLY);
		assertThat(here).succeedsWithin(AMPLY);
		assertExcluded(elsewhere.join(), lock(this.two)::tryAcquire);
		elsewhere.join().close();
		here.join().close();
		both.readLock().unlock();
		lock(this.two).acquire().close();
	}

	@Test
	void aWriterThatWaitsComesBeforeReadersOfOneThatGoesOnReading() {
		LockHandle writer = lock(this.one).acquire();
		LockHandle reader = lock(this.one).read().acquire();
		CompletableFuture<LockHandle> next = onAnotherThread(() -> lock(this.two).acquire().detach());
		awaitWaiters(1);
		writer.close();
		CompletableFuture<LockHandle> late = onAnotherThread(() -> read(this.one));
		awaitWaiters(2);
		reader.close();
		assertThat(next).succeedsWithin(AMPLY);
		assertThat(late).isNotDone();
		next.join().close();
		assertThat(late).succeedsWithin(AMPLY);
		late.join().close();
	}

	@Test
	void whoSharesALockHasNoFencingToken() {
		try (LockHandle reader = lock(this.one).read().acquire()) {
			assertThatIllegalStateException().isThrownBy(reader::fencingToken)
				.withMessage("The lock '" + this.key + "' is shared, and those that share it have no fencing token:"
						+ " none of them is the latest. Guard writes with a lock of the kind MUTEX.");
			assertThatIllegalStateException().isThrownBy(() -> reader.fencingToken(this.key));
		}
	}

	@Test
	void aReaderWhoseShareIsTakenAwayIsTold() {
		Duration lease = Duration.ofSeconds(6);
		LockHandle first = lock(this.one).read().leaseTime(lease).acquire().detach();
		LockHandle second = lock(this.one).read().leaseTime(lease).acquire().detach();
		assertThat(this.two.forceRelease(this.key)).isTrue();
		await().until(() -> first.isLost() && second.isLost());
		await().untilAsserted(() -> assertThat(this.events).hasSize(2)
			.allSatisfy((event) -> assertThat(event.fencingToken()).isZero()));
		lock(this.two).acquire().close();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> LockLostException.throwIfLost(first))
			.withMessageStartingWith("Lock '" + this.key + "' was lost: ");
		first.close();
		second.close();
	}

	@Test
	void permitsThatAreHeldAtLeastSoLongLimitARate() throws Exception {
		Duration least = Duration.ofSeconds(1);
		LockSpec limited = lock(this.one).permits(1, 2).minHold(least);
		Undisturbed.attempt(() -> {
			limited.acquire().close();
			limited.acquire().close();
			Optional<LockHandle> third = tryPermits(this.two, 1, 2);
			third.ifPresent(LockHandle::close);
			assertThat(third).isEmpty();
		});
		await().until(() -> tryPermits(this.two, 1, 2).map((held) -> {
			held.close();
			return true;
		}).orElse(false));
	}

	@Test
	void aSemaphoreHasACapacityThatIsLargeEnough() {
		assertThatIllegalArgumentException().isThrownBy(() -> lock(this.one).permits(3, 2).acquire())
			.withMessage("The option 'permits' (3) is more than the option 'capacity' (2)."
					+ " No caller could ever get them: lower the one or raise the other.");
		assertThatIllegalArgumentException().isThrownBy(() -> lock(this.one).permits(0, 2))
			.withMessageContaining("it has to be at least 1");
	}

	@Test
	void severalKeysAreReadTogether() {
		String other = anotherKey();
		List<String> both = List.of(this.key, other);
		try (LockHandle readers = this.one.lock(both).read().acquire()) {
			assertThat(readers.keys()).containsExactlyInAnyOrderElementsOf(both);
			this.two.lock(both).read().acquire().close();
			assertExcluded(readers, this.two.lock(other)::tryAcquire);
		}
	}

}
