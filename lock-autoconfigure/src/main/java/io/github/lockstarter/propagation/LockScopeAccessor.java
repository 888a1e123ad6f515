package io.github.lockstarter.propagation;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockScope;
import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Shows the locks of a pipeline in {@link LockContext} on the threads that run it. Those
 * of a thread are captured only to be restored on that thread: tasks to which a context
 * is copied are no part of the work under them. Found by {@link java.util.ServiceLoader}.
 */
public final class LockScopeAccessor implements ThreadLocalAccessor<LockScope> {

	/**
	 * Create the accessor.
	 */
	public LockScopeAccessor() {
	}

	@Override
	public Object key() {
		return LockScope.KEY;
	}

	@Override
	public @Nullable LockScope getValue() {
		LockScope scope = LockContext.scope();
		return (scope != LockScope.NONE) ? scope.captured() : null;
	}

	@Override
	public void setValue(LockScope value) {
		LockContext.enter(value);
	}

	@Override
	public void setValue() {
		LockContext.enter(LockScope.NONE);
	}

	@Override
	public void restore(LockScope previous) {
		LockContext.enter(previous.origin());
	}

}
