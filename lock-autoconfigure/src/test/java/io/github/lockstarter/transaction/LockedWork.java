package io.github.lockstarter.transaction;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockRelease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.testing.StallProofTime;

import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Locked methods, in all combinations with transactions. The brief ones are not renewed,
 * and lose their lock if they want to.
 */
class LockedWork {

	private static final String BRIEFLY = "400ms";

	@Transactional
	@DistributedLock(key = "#key", leaseTimeString = BRIEFLY, autoRenew = false)
	public void inTransaction(String key, Runnable body) {
		body.run();
	}

	@Transactional(propagation = Propagation.REQUIRES_NEW)
	@DistributedLock(key = "#key", leaseTimeString = BRIEFLY, autoRenew = false)
	public void inTransactionOfItsOwn(String key, Runnable body) {
		body.run();
	}

	@DistributedLock(key = "#key", leaseTimeString = BRIEFLY, autoRenew = false)
	public void brief(String key, Runnable body) {
		body.run();
	}

	@DistributedLock(key = "#key", leaseTimeString = BRIEFLY, autoRenew = false)
	public CompletableFuture<Void> briefFuture(String key, Supplier<CompletableFuture<Void>> body) {
		return body.get();
	}

	@DistributedLock(key = "#key", leaseTimeString = BRIEFLY, autoRenew = false)
	public Object briefHiddenFuture(String key, Supplier<CompletableFuture<Void>> body) {
		return body.get();
	}

	@DistributedLock(key = "#key")
	public CompletableFuture<Void> renewedFuture(String key, Supplier<CompletableFuture<Void>> body) {
		return body.get();
	}

	@DistributedLock(key = "#key")
	public CompletableFuture<String> reportedFuture(String key) {
		return CompletableFuture.completedFuture("done");
	}

	@DistributedLock(key = "#key", leaseTimeString = BRIEFLY, autoRenew = false, onLoss = LossPolicy.FAIL)
	public void briefOrFailing(String key, Runnable body) {
		body.run();
	}

	@DistributedLock(key = "#key", leaseTimeString = BRIEFLY, autoRenew = false,
			release = LockRelease.AFTER_TRANSACTION)
	public void briefUntilCommit(String key, Runnable body) {
		body.run();
	}

	@DistributedLock(key = "#key", release = LockRelease.AFTER_TRANSACTION)
	public void untilCommit(String key, Runnable body) {
		body.run();
	}

	@Transactional(readOnly = true)
	@DistributedLock(key = "#key", kind = LockKind.READ, leaseTimeString = BRIEFLY, autoRenew = false)
	public void readInTransaction(String key, Runnable body) {
		body.run();
	}

	@DistributedLock(key = "#key", kind = LockKind.SEMAPHORE, capacity = 1, release = LockRelease.AFTER_TRANSACTION)
	public void permitUntilCommit(String key, Runnable body) {
		body.run();
	}

	@DistributedLock(key = "#key", kind = LockKind.READ, leaseTimeString = BRIEFLY, autoRenew = false,
			release = LockRelease.AFTER_TRANSACTION)
	public void readUntilCommit(String key, Runnable body) {
		body.run();
	}

	/** Let the innermost lock run out. */
	static void lose() {
		lose(LockContext.current());
	}

	/** Let a brief lock run out. */
	static void lose(LockHandle lock) {
		assertThat(lock.isLost()).isFalse();
		StallProofTime.leap(Duration.ofMillis(400));
		assertThat(lock.isLost()).isTrue();
	}

}
