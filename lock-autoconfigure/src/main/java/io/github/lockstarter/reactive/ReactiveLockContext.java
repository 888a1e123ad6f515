package io.github.lockstarter.reactive;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockScope;
import io.github.lockstarter.LogText;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * The locks under which a reactive pipeline runs, whatever its thread: the counterpart of
 * {@link LockContext}, which is for threads. Thread-safe.
 */
public final class ReactiveLockContext {

	private ReactiveLockContext() {
	}

	/**
	 * The handle of the innermost lock.
	 * @return the handle; fails with an {@link IllegalStateException} if the pipeline
	 * runs under no lock
	 */
	public static Mono<LockHandle> current() {
		return scope()
			.flatMap((scope) -> scope.handles().isEmpty()
					? Mono.error(
							new IllegalStateException("This pipeline runs under no lock; return it from a method with"
									+ " @DistributedLock that is called through its bean."))
					: Mono.just(scope.handles().get(0)));
	}

	/**
	 * Refuse to go on without a lock.
	 * @param nameOrKey the name of the lock, or one of its keys
	 * @return its handle; fails with an {@link IllegalStateException} if the pipeline
	 * does not run under that lock, and with a {@link LockLostException} if it was lost
	 */
	public static Mono<LockHandle> assertHeld(String nameOrKey) {
		return scope().flatMap((scope) -> scope.find(nameOrKey)
			.map((handle) -> handle.isLost() ? Mono.<LockHandle>error(LockLostException.of(handle)) : Mono.just(handle))
			.orElseGet(() -> Mono.error(new IllegalStateException("This pipeline does not run under lock '"
					+ LogText.of(nameOrKey) + "'; call the locked method through its bean, not on 'this'."))));
	}

	/**
	 * All locks under which the pipeline runs.
	 * @return the scope
	 */
	public static Mono<LockScope> scope() {
		return Mono.deferContextual((context) -> Mono.just(scope(context)));
	}

	/**
	 * A pipeline that was subscribed to under a lock of its thread runs under that lock
	 * as well.
	 */
	static LockScope scope(ContextView context) {
		return context.<LockScope>getOrEmpty(LockScope.KEY).orElseGet(LockContext::scope);
	}

}
