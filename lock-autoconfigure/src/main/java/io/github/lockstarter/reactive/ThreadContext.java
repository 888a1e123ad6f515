package io.github.lockstarter.reactive;

import java.util.function.Supplier;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockScope;
import io.github.lockstarter.propagation.ThreadLocals;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

import org.springframework.util.ClassUtils;

/**
 * Carries the values of threads to the context of a pipeline and back: the locks always,
 * the others if Micrometer's context propagation is on the class path.
 */
final class ThreadContext {

	private static final boolean propagates = ClassUtils.isPresent("io.micrometer.context.ContextSnapshotFactory",
			ThreadContext.class.getClassLoader());

	private ThreadContext() {
	}

	/** Call a body on this thread as part of a pipeline. */
	static <T> T call(ContextView context, Supplier<T> body) {
		LockScope scope = ReactiveLockContext.scope(context).propagated();
		Supplier<T> underLocks = () -> call(scope, body);
		return propagates ? ThreadLocals.call(context, underLocks) : underLocks.get();
	}

	private static <T> T call(LockScope scope, Supplier<T> body) {
		LockScope former = LockContext.enter(scope);
		try {
			return body.get();
		}
		finally {
			LockContext.enter(former);
		}
	}

	/** Let the pipeline run with the values of this thread. */
	static Context capture(Context context) {
		Context captured = propagates ? ThreadLocals.capture(context) : context;
		return captured.put(LockScope.KEY, LockContext.scope().propagated());
	}

}
