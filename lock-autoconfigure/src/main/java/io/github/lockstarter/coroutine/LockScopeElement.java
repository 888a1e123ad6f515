package io.github.lockstarter.coroutine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockScope;
import kotlin.Unit;
import kotlin.coroutines.AbstractCoroutineContextElement;
import kotlin.coroutines.CoroutineContext;
import kotlinx.coroutines.Job;
import kotlinx.coroutines.ThreadContextElement;
import org.jspecify.annotations.Nullable;

/**
 * Shows the locks of a coroutine on each thread that runs it. Thread-safe.
 */
final class LockScopeElement extends AbstractCoroutineContextElement implements ThreadContextElement<LockScope> {

	private static final CoroutineContext.Key<LockScopeElement> KEY = new CoroutineContext.Key<>() {
	};

	private final LockScope scope;

	/** The end of the first coroutine with this element; later ones are its children. */
	private final AtomicReference<@Nullable CompletableFuture<@Nullable Void>> ended = new AtomicReference<>();

	LockScopeElement(LockScope scope) {
		super(KEY);
		this.scope = scope;
	}

	@Override
	public LockScope updateThreadContext(CoroutineContext context) {
		if (this.ended.get() == null) {
			watch(context.get(Job.Key));
		}
		return LockContext.enter(this.scope);
	}

	private void watch(@Nullable Job job) {
		CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
		if (job != null && this.ended.compareAndSet(null, end)) {
			job.invokeOnCompletion((failure) -> {
				end.complete(null);
				return Unit.INSTANCE;
			});
		}
	}

	@Override
	public void restoreThreadContext(CoroutineContext context, LockScope former) {
		LockContext.enter(former);
	}

	CompletionStage<@Nullable Void> ended() {
		CompletableFuture<@Nullable Void> end = this.ended.get();
		return (end != null) ? end : CompletableFuture.completedFuture(null);
	}

}
