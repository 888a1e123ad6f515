package io.github.lockstarter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The locks under which code runs, as {@link LockContext} shows them on one thread, and
 * as a reactive pipeline propagates them from thread to thread. Immutable.
 */
public final class LockScope {

	/**
	 * The key under which a scope is propagated, for example in Reactor's context.
	 */
	public static final String KEY = "io.github.lockstarter.LockScope";

	/**
	 * No lock at all.
	 */
	public static final LockScope NONE = new LockScope(null, "", null, false, null);

	private final @Nullable LockScope outer;

	private final String name;

	private final @Nullable LockHandle handle;

	private final boolean propagated;

	private final @Nullable LockScope origin;

	private LockScope(@Nullable LockScope outer, String name, @Nullable LockHandle handle, boolean propagated,
			@Nullable LockScope origin) {
		this.outer = outer;
		this.name = name;
		this.handle = handle;
		this.propagated = propagated;
		this.origin = origin;
	}

	/**
	 * These locks, and one more inside them.
	 * @param name the name of the lock; empty if it has none
	 * @param handle its handle
	 * @return the scope within that lock
	 */
	public LockScope with(String name, LockHandle handle) {
		return new LockScope(this, name, handle, this.propagated, null);
	}

	/**
	 * These locks as a pipeline or a coroutine propagates them: whatever it calls belongs
	 * to the same work, and enters its locks again instead of waiting for them, on
	 * whatever thread.
	 * @return the scope of the pipeline or coroutine; {@link #NONE} if there is no lock
	 */
	public LockScope propagated() {
		return (this.propagated || this == NONE) ? this : new LockScope(this.outer, this.name, this.handle, true, null);
	}

	/**
	 * Whether a pipeline or a coroutine carries these locks along.
	 * @return false if they are those of a thread
	 */
	public boolean isPropagated() {
		return this.propagated;
	}

	/**
	 * These locks as what copies thread locals may take them to other tasks, which are
	 * not part of the work under them: a thread {@linkplain LockContext#enter enters}
	 * them only where it runs under them already.
	 * @return the scope to copy, which remembers this one
	 */
	public LockScope captured() {
		return (this.origin != null || this == NONE) ? this
				: new LockScope(this.outer, this.name, this.handle, false, this);
	}

	/**
	 * The scope from which this one was captured.
	 * @return the scope of the thread that captured it; this one if it was not captured
	 */
	public LockScope origin() {
		return (this.origin != null) ? this.origin : this;
	}

	/**
	 * The handles of all these locks that were not given back.
	 * @return the handles, the innermost first
	 */
	public List<LockHandle> handles() {
		List<LockHandle> handles = new ArrayList<>();
		@Nullable LockScope scope = this;
		while (scope != null && scope.handle != null) {
			if (scope.handle.state() != LockState.RELEASED) {
				handles.add(scope.handle);
			}
			scope = scope.outer;
		}
		return handles;
	}

	/**
	 * The handle of one of these locks that was not given back.
	 * @param nameOrKey the name of the lock, or one of its keys
	 * @return the innermost one of that name or key
	 */
	public Optional<LockHandle> find(String nameOrKey) {
		@Nullable LockScope scope = this;
		while (scope != null && scope.handle != null) {
			if ((scope.name.equals(nameOrKey) || scope.handle.keys().contains(nameOrKey))
					&& scope.handle.state() != LockState.RELEASED) {
				return Optional.of(scope.handle);
			}
			scope = scope.outer;
		}
		return Optional.empty();
	}

}
