package io.github.lockstarter.coroutine;

import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;

/**
 * A continuation with a context of its own.
 *
 * @param continuation the continuation to resume
 * @param context the context
 * @param <T> the type of the value to resume with
 */
record ScopedContinuation<T>(Continuation<T> continuation, CoroutineContext context) implements Continuation<T> {

	@Override
	public CoroutineContext getContext() {
		return this.context;
	}

	@Override
	public void resumeWith(Object result) {
		this.continuation.resumeWith(result);
	}

}
