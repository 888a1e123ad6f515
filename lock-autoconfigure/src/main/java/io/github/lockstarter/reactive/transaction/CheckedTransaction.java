package io.github.lockstarter.reactive.transaction;

import io.github.lockstarter.reactive.InnerLocks;
import io.github.lockstarter.reactive.ReactiveLockContext;
import io.github.lockstarter.transaction.CommitGuard;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The work of a transaction, with a check of the locks of its pipeline, and of those that
 * it has already given back, as the last step before the commit.
 */
final class CheckedTransaction {

	private CheckedTransaction() {
	}

	static <T> Flux<T> of(Publisher<? extends T> work) {
		return Flux.deferContextual((context) -> {
			InnerLocks inner = InnerLocks.within(context);
			return Flux.<T>from(work).contextWrite(inner::addTo).concatWith(check(inner));
		});
	}

	private static <T> Mono<T> check(InnerLocks inner) {
		return ReactiveLockContext.scope().doOnNext((scope) -> {
			scope.handles().forEach(CommitGuard::check);
			inner.lost().forEach(CommitGuard::check);
		}).then(Mono.empty());
	}

}
