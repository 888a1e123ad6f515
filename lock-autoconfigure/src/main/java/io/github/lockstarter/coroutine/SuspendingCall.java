package io.github.lockstarter.coroutine;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockContext;
import kotlin.coroutines.Continuation;
import kotlinx.coroutines.flow.Flow;
import kotlinx.coroutines.flow.FlowKt;
import org.jspecify.annotations.Nullable;

/**
 * A call of a suspending function, or of one that returns a flow, and the end of its
 * coroutine. Thread-safe.
 */
public final class SuspendingCall {

	private volatile @Nullable LockScopeElement element;

	/**
	 * Create the call.
	 */
	public SuspendingCall() {
	}

	/**
	 * Let the coroutine run under the locks under which this thread runs.
	 * @param arguments the arguments of the function, the last of them its continuation
	 * @return the arguments to call it with
	 */
	public @Nullable Object[] underLocks(@Nullable Object[] arguments) {
		LockScopeElement entered = enter();
		@Nullable Object[] scoped = arguments.clone();
		Continuation<?> caller = (Continuation<?>) Objects.requireNonNull(arguments[arguments.length - 1]);
		scoped[arguments.length - 1] = new ScopedContinuation<>(caller, caller.getContext().plus(entered));
		return scoped;
	}

	/**
	 * Let the coroutine that collects a flow run under the locks under which this thread
	 * runs.
	 * @param flow the flow
	 * @return the flow to collect
	 */
	public Object flowUnderLocks(Object flow) {
		return FlowKt.flowOn((Flow<?>) flow, enter());
	}

	private LockScopeElement enter() {
		LockScopeElement entered = new LockScopeElement(LockContext.scope().propagated());
		this.element = entered;
		return entered;
	}

	/**
	 * The end of the coroutine, which goes on for a while after it was cancelled.
	 * @return a stage that completes when the coroutine has ended, at once if it never
	 * began; never fails
	 */
	public CompletionStage<@Nullable Void> ended() {
		LockScopeElement entered = this.element;
		return (entered != null) ? entered.ended() : CompletableFuture.completedFuture(null);
	}

}
