package io.github.lockstarter.core;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.ThrowingSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs code on the current thread under a handle, and does what the policy says when its
 * lock is lost meanwhile.
 */
final class GuardedBody {

	private final DefaultLockHandle handle;

	/** {@code null} if the body is not to be interrupted. */
	private final @Nullable BodyInterrupt interrupt;

	/**
	 * Prepare a body.
	 * @param interrupted whether it is interrupted when the lock is lost
	 */
	GuardedBody(DefaultLockHandle handle, boolean interrupted) {
		this.handle = handle;
		this.interrupt = interrupted ? new BodyInterrupt() : null;
	}

	<T extends @Nullable Object, E extends Throwable> T call(ThrowingSupplier<T, E> body) throws E {
		T result;
		try {
			begin();
			result = body.get();
		}
		catch (Throwable ex) {
			failed(ex);
			throw ex;
		}
		end();
		LockLostException.throwIfLost(this.handle);
		return result;
	}

	/** A body that was interrupted here fails by the loss, and not by the interrupt. */
	private void failed(Throwable thrown) {
		if (end()) {
			throw LockLostException.of(this.handle, thrown);
		}
		if (this.handle.isLost()) {
			thrown.addSuppressed(LockLostException.of(this.handle));
		}
	}

	private void begin() {
		if (this.interrupt != null) {
			this.interrupt.begin();
			this.handle.watch(this.interrupt);
		}
	}

	/**
	 * No loss interrupts the thread from now on.
	 * @return whether one has interrupted the body
	 */
	private boolean end() {
		if (this.interrupt == null) {
			return false;
		}
		this.handle.unwatch(this.interrupt);
		return this.interrupt.end();
	}

}
