package io.github.lockstarter.transaction;

import java.time.Duration;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockState;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for transactions that are begun under a lock.
 */
class GuardedTransactionTests extends TransactionsUnderLocks {

	private static final Duration ENOUGH = CommitGuard.MARGIN;

	private static final Duration TOO_SHORT = ENOUGH.minusMillis(1);

	@Test
	void commitsUnderALockThatIsHeld() {
		this.work.inTransaction(this.key, () -> this.ledger.write("held"));
		assertThat(this.ledger.committed()).containsExactly("held");
	}

	@Test
	void rollsBackWhatWasDoneUnderALockThatWasLost() {
		assertLost(() -> this.work.inTransaction(this.key, () -> {
			this.ledger.write("lost");
			LockedWork.lose();
		})).withMessageStartingWith("Lock '" + this.key + "' (token ")
			.withMessageContaining("was lost before a transaction under it was committed");
		assertThat(this.ledger.committed()).isEmpty();
	}

	@Test
	void closingALostLockBeforeTheCommitMakesUpForNothing() {
		assertLost(() -> this.work.inTransaction(this.key, () -> {
			this.ledger.write("lost");
			LockedWork.lose();
			LockContext.current().close();
		})).withMessageContaining("was lost before a transaction under it was committed");
		assertThat(this.ledger.committed()).isEmpty();
	}

	@Test
	void rollsBackATransactionInABodyThatTheClientRuns() {
		assertLost(() -> this.locks.lock(this.key)
			.autoRenew(false)
			.leaseTime(Duration.ofMillis(400))
			.run(() -> inTransaction(() -> {
				this.ledger.write("lost");
				LockedWork.lose();
			})));
		assertThat(this.ledger.committed()).isEmpty();
	}

	@Test
	void rollsBackATransactionThatBeginsAfterTheLoss() {
		assertLost(() -> this.work.brief(this.key, () -> {
			LockedWork.lose();
			inTransaction(() -> this.ledger.write("late"));
		}));
		assertThat(this.ledger.committed()).isEmpty();
	}

	@Test
	void aReadOnlyTransactionIsNoExceptionSinceManyDatabasesWriteInItAllTheSame() {
		TransactionTemplate readOnly = new TransactionTemplate(this.manager);
		readOnly.setReadOnly(true);
		assertLost(() -> this.work.brief(this.key, () -> readOnly.executeWithoutResult((status) -> {
			this.ledger.write("written");
			LockedWork.lose();
		})));
		assertThat(this.ledger.committed()).isEmpty();
	}

	@Test
	void checksEachTransactionAtItsOwnCommit() {
		assertLost(() -> this.work.inTransaction(this.key, () -> {
			this.ledger.write("outer");
			inNewTransaction(() -> this.ledger.write("in time"));
			LockedWork.lose();
			assertLost(() -> inNewTransaction(() -> this.ledger.write("late")));
		}));
		assertThat(this.ledger.committed()).containsExactly("in time");
	}

	@Test
	void theLossOfAnyOfTheLocksAroundATransactionCounts() {
		String inner = anotherKey();
		assertLost(() -> this.work.brief(this.key, () -> {
			LockHandle outer = LockContext.current();
			this.locks.lock(inner).run(() -> inTransaction(() -> {
				this.ledger.write("lost");
				LockedWork.lose(outer);
				assertThat(LockContext.current().isLost()).isFalse();
			}));
		})).withMessageStartingWith("Lock '" + this.key + "'");
		assertThat(this.ledger.committed()).isEmpty();
	}

	@Test
	void aLockThatIsLostAfterTheCommitChangesNothing() {
		this.work.brief(this.key, () -> {
			inTransaction(() -> this.ledger.write("in time"));
			LockedWork.lose();
		});
		assertThat(this.ledger.committed()).containsExactly("in time");
	}

	@Test
	void aSavepointUnderALostLockTakesTheWholeTransactionAlong() {
		assertThatExceptionOfType(UnexpectedRollbackException.class).isThrownBy(() -> inTransaction(() -> {
			this.ledger.write("outer");
			assertLost(() -> this.locks.lock(this.key)
				.autoRenew(false)
				.leaseTime(Duration.ofMillis(400))
				.run(() -> inTransaction(TransactionDefinition.PROPAGATION_NESTED, () -> {
					this.ledger.write("nested");
					LockedWork.lose();
				})));
		}));
		assertThat(this.ledger.committed()).isEmpty();
	}

	@ParameterizedTest
	@EnumSource(names = { "HELD", "UNCERTAIN" })
	void rollsBackIfTheLockMayEndBeforeTheCommitIsDone(LockState state) {
		FixedHandle ending = new FixedHandle(state, TOO_SHORT);
		assertLost(() -> ending.run(() -> inTransaction(() -> this.ledger.write("too late"))))
			.withMessageStartingWith("Lock 'fixed' (token 7) is certain to be held for less than 50 ms more");
		assertThat(this.ledger.committed()).isEmpty();
		new FixedHandle(state, ENOUGH).run(() -> inTransaction(() -> this.ledger.write("just in time")));
		assertThat(this.ledger.committed()).containsExactly("just in time");
	}

	@Test
	void aLockThatWasGivenBackInTimeIsNotMissed() {
		new FixedHandle(LockState.RELEASED, Duration.ZERO).run(() -> inTransaction(() -> this.ledger.write("done")));
		assertThat(this.ledger.committed()).containsExactly("done");
	}

	@Test
	void theExceptionIsNoneThatATransactionManagerTakesForAFailedCommit() {
		assertThat(TransactionException.class.isAssignableFrom(LockLostException.class)).isFalse();
	}

	private static ThrowableAssertAlternative<LockLostException> assertLost(ThrowingCallable call) {
		return assertThatExceptionOfType(LockLostException.class).isThrownBy(call);
	}

}
