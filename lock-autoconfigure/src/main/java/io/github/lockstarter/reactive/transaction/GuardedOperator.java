package io.github.lockstarter.reactive.transaction;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.transaction.reactive.TransactionCallback;
import org.springframework.transaction.reactive.TransactionalOperator;

/**
 * Checks the locks of a pipeline before another operator commits its transaction.
 * Thread-safe.
 *
 * @param operator begins and ends the transactions
 */
record GuardedOperator(TransactionalOperator operator) implements TransactionalOperator {

	@Override
	public <T> Flux<T> transactional(Flux<T> flux) {
		return this.operator.transactional(CheckedTransaction.of(flux));
	}

	@Override
	public <T> Mono<T> transactional(Mono<T> mono) {
		return this.operator.transactional(CheckedTransaction.<T>of(mono).singleOrEmpty());
	}

	@Override
	public <T> Flux<T> execute(TransactionCallback<T> action) {
		return this.operator.execute((transaction) -> CheckedTransaction.of(action.doInTransaction(transaction)));
	}

}
