package io.github.lockstarter.transaction;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import reactor.core.publisher.Mono;

import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.reactive.AbstractReactiveTransactionManager;
import org.springframework.transaction.reactive.GenericReactiveTransaction;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;

/**
 * Manages transactions of nothing, and records how they end.
 */
class RecordingManager extends AbstractReactiveTransactionManager {

	private static final long serialVersionUID = 1L;

	private final transient List<String> ends = new CopyOnWriteArrayList<>();

	List<String> ends() {
		return this.ends;
	}

	@Override
	protected Object doGetTransaction(TransactionSynchronizationManager synchronization) {
		return new Object();
	}

	@Override
	protected Mono<Void> doBegin(TransactionSynchronizationManager synchronization, Object transaction,
			TransactionDefinition definition) {
		return Mono.empty();
	}

	@Override
	protected Mono<Void> doCommit(TransactionSynchronizationManager synchronization,
			GenericReactiveTransaction status) {
		return Mono.fromRunnable(() -> this.ends.add("commit"));
	}

	@Override
	protected Mono<Void> doRollback(TransactionSynchronizationManager synchronization,
			GenericReactiveTransaction status) {
		return Mono.fromRunnable(() -> this.ends.add("rollback"));
	}

}
