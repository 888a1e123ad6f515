package io.github.lockstarter;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The locks whose guarded bodies run on the current thread: methods with
 * {@link DistributedLock @DistributedLock}, and code that a {@link LockClient.LockSpec}
 * or a {@link LockHandle} runs.
 *
 * <pre class="code">
 * &#64;DistributedLock(key = "stock_#{#item}", name = "stock")
 * public void take(String item) {
 *     stock.update(item, LockContext.current().fencingToken());
 * }
 *
 * void reorder(String item) {
 *     LockContext.assertHeld("stock");
 *     ...
 * }
 * </pre>
 *
 * <p>
 * Other threads, such as those of a parallel stream, don't see these locks, unless
 * something carries their {@linkplain #scope() scope} there.
 */
public final class LockContext {

	private static final ThreadLocal<LockScope> scopes = new ThreadLocal<>();

	private LockContext() {
	}

	/**
	 * The handle of the innermost guarded body. The code that opened it closes it; read
	 * its token, query its state, or register a callback.
	 * @return the handle
	 * @throws IllegalStateException if no guarded body runs on this thread, or the lock
	 * was given back
	 */
	public static LockHandle current() {
		List<LockHandle> held = held();
		if (held.isEmpty()) {
			throw new IllegalStateException("This thread runs no code under a lock; call this from a method with"
					+ " @DistributedLock that was called through its bean, or from a body that LockClient or LockHandle.run"
					+ " runs.");
		}
		return held.get(0);
	}

	/**
	 * Refuse to go on without a lock: a guard against a call that took none, such as a
	 * call of a locked method from within the same object.
	 * @param nameOrKey the name of the lock, or one of its keys
	 * @return its handle
	 * @throws IllegalStateException if no guarded body of this lock runs on this thread,
	 * or the lock was given back
	 * @throws LockLostException if its lock was lost
	 */
	public static LockHandle assertHeld(String nameOrKey) {
		Optional<LockHandle> held = scope().find(nameOrKey);
		if (held.isPresent()) {
			LockLostException.throwIfLost(held.get());
			return held.get();
		}
		throw new IllegalStateException("Thread '" + Thread.currentThread().getName() + "' runs no code under lock '"
				+ LogText.of(nameOrKey) + "'. Call the locked method through its bean, not on 'this'; if another thread"
				+ " runs that method, pass its handle to this thread and run the work with LockHandle.run.");
	}

	/**
	 * The handles of all guarded bodies that run on this thread, unless they were given
	 * back in time. One whose lock was lost stays among them even if it is closed, so
	 * that nothing takes work under it for finished in time.
	 * @return the handles, the innermost first; empty if there is none
	 */
	public static List<LockHandle> held() {
		return scope().handles();
	}

	/**
	 * The locks under which this thread runs.
	 * @return the scope of this thread
	 */
	public static LockScope scope() {
		LockScope scope = scopes.get();
		return (scope != null) ? scope : LockScope.NONE;
	}

	/**
	 * Let this thread run under the locks of another scope, which holds them. For code
	 * that carries scopes from thread to thread.
	 * @param scope the scope to enter; {@link LockScope#NONE} to leave all. One that was
	 * {@linkplain LockScope#captured() captured} elsewhere does that, too
	 * @return the scope that this thread has left, to be entered again
	 */
	public static LockScope enter(LockScope scope) {
		LockScope former = scope();
		LockScope origin = scope.origin();
		set((origin == scope || origin == former) ? origin : LockScope.NONE);
		return former;
	}

	private static void set(LockScope scope) {
		if (scope != LockScope.NONE) {
			scopes.set(scope);
		}
		else {
			scopes.remove();
		}
	}

	/**
	 * Call a guarded body. For implementations of {@link LockHandle}; all other code uses
	 * {@link LockHandle#call}.
	 * @param name the name of the lock; empty if it has none
	 * @param handle the handle that is current in the body
	 * @param body what to call
	 * @param <T> what it returns
	 * @param <E> what it throws
	 * @return what the body returned
	 * @throws E what the body throws
	 */
	public static <T extends @Nullable Object, E extends Throwable> T call(String name, LockHandle handle,
			ThrowingSupplier<T, E> body) throws E {
		LockScope outer = scope();
		scopes.set(outer.with(name, handle));
		try {
			return body.get();
		}
		finally {
			set(outer);
		}
	}

}
