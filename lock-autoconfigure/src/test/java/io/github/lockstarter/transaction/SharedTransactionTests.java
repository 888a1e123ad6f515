package io.github.lockstarter.transaction;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for transactions under locks that are shared: what was read under a lock that was
 * lost must not be committed either.
 */
class SharedTransactionTests extends TransactionsUnderLocks {

	@Test
	void commitsWhatWasReadWhileOthersRead() {
		try (LockHandle other = this.locks.lock(this.key).read().acquire().detach()) {
			this.work.readInTransaction(this.key, () -> this.ledger.write("read"));
			assertThat(other.isValid()).isTrue();
		}
		assertThat(this.ledger.committed()).containsExactly("read");
	}

	@Test
	void rollsBackWhatWasDoneUnderAReadLockThatWasLost() {
		assertLost(() -> this.work.readInTransaction(this.key, () -> {
			this.ledger.write("lost");
			LockedWork.lose();
		}));
		assertThat(this.ledger.committed()).isEmpty();
	}

	@Test
	void permitsAreReturnedWhenTheTransactionOfTheCallerHasCommitted() {
		inTransaction(() -> {
			this.work.permitUntilCommit(this.key, () -> this.ledger.write("kept"));
			assertThat(this.locks.lock(this.key).inspect().holders()).hasSize(1);
			assertThat(this.ledger.committed()).isEmpty();
		});
		assertThat(this.ledger.committed()).containsExactly("kept");
		assertThat(isHeld(this.key)).isFalse();
	}

	@Test
	void theTransactionOfTheCallerIsRolledBackIfAReadLockOfItWasLost() {
		assertLost(() -> inTransaction(() -> this.work.readUntilCommit(this.key, () -> {
			this.ledger.write("lost");
			LockedWork.lose();
		})));
		assertThat(this.ledger.committed()).isEmpty();
	}

	private void assertLost(ThrowingCallable call) {
		assertThatExceptionOfType(LockLostException.class).isThrownBy(call)
			.withMessageStartingWith("Lock '" + this.key + "' was lost before a transaction under it was committed");
	}

}
