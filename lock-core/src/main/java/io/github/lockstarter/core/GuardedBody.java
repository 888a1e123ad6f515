package io.github.lockstarter.core;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.ThrowingSupplier;
import io.github.lockstarter.core.hold.LockRequest;
import org.jspecify.annotations.Nullable;

/**
 * Runs code on the current thread under a handle, and does what the policy says when its
 * lock is lost meanwhile.
 */
final class GuardedBody {

	private final LockHandle handle;

	private final LossWatch watch;

	private final LockRequest request;

	private final LockInstrumentation instrumentation;

	private final LossPolicy policy;

	/** {@code null} if the body is not to be interrupted. */
	private final @Nullable BodyInterrupt interrupt;

	GuardedBody(LockHandle handle, LossWatch watch, LockRequest request, LockInstrumentation instrumentation) {
		this.handle = handle;
		this.watch = watch;
		this.request = request;
		this.instrumentation = instrumentation;
		this.policy = request.onLoss();
		this.interrupt = (this.policy == LossPolicy.INTERRUPT) ? new BodyInterrupt() : null;
	}

	<T extends @Nullable Object, E extends Throwable> T call(ThrowingSupplier<T, E> body) throws E {
		LockLostException.throwIfLost(this.handle);
		if (this.policy == LossPolicy.REPORT) {
			return instrumented(body);
		}
		T result;
		try {
			begin();
			result = instrumented(body);
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

	private <T extends @Nullable Object, E extends Throwable> T instrumented(ThrowingSupplier<T, E> body) throws E {
		return LockContext.call(this.request.name(), this.handle,
				() -> this.instrumentation.locked(this.request.call(), this.handle, body));
	}

	private void begin() {
		if (this.interrupt != null) {
			this.interrupt.begin();
			this.watch.watch(this.interrupt);
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
		this.watch.unwatch(this.interrupt);
		return this.interrupt.end();
	}

}
