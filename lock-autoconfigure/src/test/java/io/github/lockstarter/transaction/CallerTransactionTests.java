package io.github.lockstarter.transaction;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for locks that are taken inside a transaction of the caller.
 */
@ExtendWith(LogCapture.class)
class CallerTransactionTests extends TransactionsUnderLocks {

	@Test
	void aLockIsReleasedBeforeTheTransactionOfTheCallerCommits() {
		inTransaction(() -> {
			this.work.brief(this.key, () -> this.ledger.write("joined"));
			assertThat(isHeld(this.key)).isFalse();
			assertThat(this.ledger.committed()).isEmpty();
		});
		assertThat(this.ledger.committed()).containsExactly("joined");
	}

	@Test
	void theTransactionOfTheCallerIsRolledBackIfALockTakenInItWasLost() {
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> inTransaction(() -> {
			this.work.brief(this.key, () -> {
				this.ledger.write("lost");
				LockedWork.lose();
			});
			this.ledger.write("later");
		})).withMessageStartingWith("Lock '" + this.key + "'");
		assertThat(this.ledger.committed()).isEmpty();
	}

	@Test
	void theTransactionOfTheCallerIsRolledBackIfTheLockOfAFutureWasLost() {
		CompletableFuture<Void> goesOn = new CompletableFuture<>();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> inTransaction(() -> {
			this.ledger.write("lost");
			this.work.briefFuture(this.key, () -> {
				LockedWork.lose();
				return goesOn;
			});
		}));
		assertThat(this.ledger.committed()).isEmpty();
		goesOn.complete(null);
	}

	@Test
	void theTransactionOfTheCallerIsRolledBackIfTheLockOfAFutureIsLostThatTheReturnTypeDoesNotTellOf() {
		CompletableFuture<Void> goesOn = new CompletableFuture<>();
		AtomicReference<LockHandle> handle = new AtomicReference<>();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> inTransaction(() -> {
			this.ledger.write("lost");
			this.work.briefHiddenFuture(this.key, () -> {
				handle.set(LockContext.current());
				return goesOn;
			});
			LockedWork.lose(handle.get());
		}));
		assertThat(this.ledger.committed()).isEmpty();
		goesOn.complete(null);
	}

	@Test
	void theTransactionOfTheCallerCommitsWhileAFutureGoesOn() {
		CompletableFuture<Void> goesOn = new CompletableFuture<>();
		inTransaction(() -> {
			this.ledger.write("kept");
			this.work.renewedFuture(this.key, () -> goesOn);
		});
		assertThat(this.ledger.committed()).containsExactly("kept");
		assertThat(isHeld(this.key)).isTrue();
		goesOn.complete(null);
		await().until(() -> !isHeld(this.key));
	}

	@Test
	void aFutureInsideATransactionOfTheCallerIsReportedOnce(CapturedLog output) {
		Runnable call = () -> this.work.reportedFuture(this.key).join();
		call.run();
		assertThat(output).doesNotContain("transaction of its caller");
		inTransaction(call);
		inTransaction(call);
		assertThat(output.toString().split("reportedFuture takes its lock inside a transaction of its caller", -1))
			.hasSize(2);
		assertThat(output).contains("Take the lock outside the transaction")
			.doesNotContain("Set 'release = AFTER_TRANSACTION'");
	}

	@Test
	void theCallerCannotCommitByCatchingTheException() {
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> inTransaction(() -> {
			this.ledger.write("before");
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> this.work.briefOrFailing(this.key, LockedWork::lose));
			assertThatIllegalStateException().isThrownBy(() -> this.work.brief(this.key, () -> {
				throw new IllegalStateException("for another reason");
			}));
		}));
		assertThat(this.ledger.committed()).isEmpty();
	}

	@Test
	void onlyTheTransactionInWhichTheLockWasTakenIsRolledBack() {
		inTransaction(() -> {
			this.ledger.write("outer");
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> inNewTransaction(() -> {
				this.ledger.write("inner");
				this.work.brief(this.key, LockedWork::lose);
			}));
		});
		assertThat(this.ledger.committed()).containsExactly("outer");
	}

	@Test
	void aLockThatIsTakenAndLostInTheMiddleOfTheCommitCountsToo() {
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> inTransaction(() -> {
			this.ledger.write("lost");
			beforeCommit(() -> this.work.brief(this.key, LockedWork::lose));
		}));
		assertThat(this.ledger.committed()).isEmpty();
	}

	@Test
	void aMethodWithATransactionOfItsOwnCommitsBeforeTheRelease() {
		inTransaction(() -> {
			this.ledger.write("outer");
			this.work.inTransactionOfItsOwn(this.key, () -> this.ledger.write("own"));
			assertThat(this.ledger.committed()).containsExactly("own");
			assertThat(isHeld(this.key)).isFalse();
		});
		assertThat(this.ledger.committed()).containsExactlyInAnyOrder("outer", "own");
	}

	@Test
	void theNextHolderEntersOnlyAfterTheCommit() {
		AtomicReference<CompletableFuture<Void>> next = new AtomicReference<>();
		AtomicReference<List<String>> seen = new AtomicReference<>();
		inTransaction(() -> {
			this.work.untilCommit(this.key, () -> this.ledger.write("first"));
			next.set(CompletableFuture.runAsync(
					() -> inTransaction(() -> this.work.untilCommit(this.key, () -> seen.set(this.ledger.entries())))));
			await().during(Duration.ofMillis(200)).until(() -> seen.get() == null);
			assertThat(isHeld(this.key)).isTrue();
		});
		next.get().join();
		assertThat(seen.get()).containsExactly("first");
	}

	@Test
	void nobodyReadsWhatIsNotCommittedYet() {
		CompletableFuture
			.allOf(IntStream.range(0, 8)
				.mapToObj((thread) -> CompletableFuture
					.runAsync(() -> IntStream.range(0, 10).forEach((time) -> inTransaction(this::append))))
				.toArray(CompletableFuture[]::new))
			.join();
		assertThat(this.ledger.committed())
			.containsExactlyElementsOf(IntStream.range(0, 80).mapToObj(Integer::toString).toList());
	}

	private void append() {
		this.work.untilCommit(this.key, () -> this.ledger.write(Integer.toString(this.ledger.entries().size())));
		Thread.yield();
	}

	@Test
	void aRollbackReleasesToo() {
		assertThatIllegalStateException().isThrownBy(() -> inTransaction(() -> {
			this.work.untilCommit(this.key, () -> this.ledger.write("rolled back"));
			assertThat(isHeld(this.key)).isTrue();
			throw new IllegalStateException("after the method");
		}));
		assertThat(isHeld(this.key)).isFalse();
		assertThat(this.ledger.committed()).isEmpty();
	}

	@Test
	void anExceptionOfTheMethodDoesNotReleaseBeforeTheTransactionHasEnded() {
		inTransaction(() -> {
			assertThatIllegalStateException().isThrownBy(() -> this.work.untilCommit(this.key, () -> {
				this.ledger.write("written before");
				throw new IllegalStateException("in the method");
			}));
			assertThat(isHeld(this.key)).isTrue();
		});
		assertThat(isHeld(this.key)).isFalse();
		assertThat(this.ledger.committed()).containsExactly("written before");
	}

	@Test
	void theTransactionIsRolledBackIfTheLockThatWaitsForItIsLost() {
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> inTransaction(() -> {
			AtomicReference<LockHandle> handle = new AtomicReference<>();
			this.work.briefUntilCommit(this.key, () -> {
				handle.set(LockContext.current());
				this.ledger.write("lost");
			});
			assertThat(LockContext.held()).isEmpty();
			LockedWork.lose(handle.get());
		}));
		assertThat(this.ledger.committed()).isEmpty();
	}

	@Test
	void aTransactionInBetweenReleasesNothing() {
		inTransaction(() -> {
			this.work.untilCommit(this.key, () -> this.ledger.write("outer"));
			inNewTransaction(() -> this.ledger.write("inner"));
			assertThat(isHeld(this.key)).isTrue();
			assertThatIllegalStateException().isThrownBy(() -> inNewTransaction(() -> {
				throw new IllegalStateException("rolled back");
			}));
			inTransaction(TransactionDefinition.PROPAGATION_NESTED, () -> this.ledger.write("nested"));
			assertThat(isHeld(this.key)).isTrue();
		});
		assertThat(isHeld(this.key)).isFalse();
		assertThat(this.ledger.committed()).containsExactlyInAnyOrder("inner", "outer", "nested");
	}

	@Test
	void theSameThreadEntersAgainUntilTheTransactionHasEnded() {
		AtomicReference<LockHandle> first = new AtomicReference<>();
		inTransaction(() -> {
			this.work.untilCommit(this.key, () -> first.set(LockContext.current()));
			this.work.untilCommit(this.key,
					() -> assertThat(LockContext.current().fencingToken()).isEqualTo(first.get().fencingToken()));
			this.work.brief(this.key, () -> assertThat(LockContext.current().isValid()).isTrue());
			assertThat(isHeld(this.key)).isTrue();
		});
		assertThat(isHeld(this.key)).isFalse();
	}

	@Test
	void withoutATransactionTheLockIsReleasedWhenTheMethodEnds() {
		this.work.untilCommit(this.key, () -> assertThat(isHeld(this.key)).isTrue());
		assertThat(isHeld(this.key)).isFalse();
		inTransaction(TransactionDefinition.PROPAGATION_SUPPORTS, () -> {
			assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isTrue();
			this.work.untilCommit(this.key, () -> this.ledger.write("at once"));
			assertThat(isHeld(this.key)).isFalse();
		});
	}

	@Test
	void afterTheEndOfATransactionThereIsNothingToWaitForAnyMore() {
		inTransaction(() -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void afterCompletion(int status) {
				CallerTransactionTests.this.work.untilCommit(CallerTransactionTests.this.key, () -> {
				});
				CallerTransactionTests.this.ledger.write("released: " + !isHeld(CallerTransactionTests.this.key));
			}

		}));
		assertThat(this.ledger.entries()).containsExactly("released: true");
	}

	private static void beforeCommit(Runnable task) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void beforeCommit(boolean readOnly) {
				task.run();
			}

		});
	}

}
