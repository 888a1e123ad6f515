package io.github.lockstarter.aop;

import java.util.function.Supplier;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.LossPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls under their locks on the threads of their callers. Thread-safe.
 */
final class SynchronousCalls {

	private final CallerTransaction callerTransaction;

	SynchronousCalls(Supplier<Transactions> transactions) {
		this.callerTransaction = new CallerTransaction(transactions);
	}

	CallerTransaction callerTransaction() {
		return this.callerTransaction;
	}

	@Nullable Object call(LockedMethod method, LockedCall call, LockedCall.Body body, LockedCall.Conversion instead)
			throws Throwable {
		LockHandle handle;
		try {
			handle = call.acquire();
		}
		catch (LockNotAcquiredException | LockUnavailableException ex) {
			return instead.apply(call.instead(ex));
		}
		return call(method, call, handle, body);
	}

	/** NullAway does not know that the result of a body may be null. */
	@SuppressWarnings("NullAway")
	private @Nullable Object call(LockedMethod method, LockedCall call, LockHandle handle, LockedCall.Body body)
			throws Throwable {
		boolean kept = false;
		Object result;
		try {
			kept = this.callerTransaction.keep(method, handle, () -> release(handle));
			result = handle.call(body::run);
			AsynchronousResult later = method.hidden().find(result);
			if (later != null && result != null) {
				checkNotKept(call, kept, result);
				result = later.hold(call, handle, result);
				kept = true;
				this.callerTransaction.guard(handle);
			}
		}
		finally {
			if (!kept) {
				release(handle);
				this.callerTransaction.released(handle);
			}
		}
		if (!kept && call.onLoss() != LossPolicy.REPORT) {
			LockLostException.throwIfLost(handle);
		}
		return result;
	}

	private static void checkNotKept(LockedCall call, boolean kept, Object result) {
		if (kept) {
			throw new IllegalStateException("The method " + call + " returned a " + result.getClass().getName()
					+ ", whose work may end after the transaction, and so after its lock. Use AFTER_METHOD.");
		}
	}

	private static void release(LockHandle handle) {
		try {
			handle.close();
			HandleLog.released(handle);
		}
		catch (RuntimeException ex) {
			HandleLog.notReleased(handle, ex);
		}
	}

}
