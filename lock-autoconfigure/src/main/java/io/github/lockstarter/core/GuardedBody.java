package io.github.lockstarter.core;

import java.util.concurrent.locks.ReentrantLock;

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

	private final Thread thread = Thread.currentThread();

	private final Runnable interruption = this::interrupt;

	private final ReentrantLock mutex = new ReentrantLock();

	private boolean running = true;

	private boolean interrupted;

	GuardedBody(LockHandle handle, LossWatch watch, LockRequest request, LockInstrumentation instrumentation) {
		this.handle = handle;
		this.watch = watch;
		this.request = request;
		this.instrumentation = instrumentation;
		this.policy = request.onLoss();
	}

	<T extends @Nullable Object, E extends Throwable> T call(ThrowingSupplier<T, E> body) throws E {
		LockLostException.throwIfLost(this.handle);
		if (this.policy == LossPolicy.REPORT) {
			return instrumented(body);
		}
		if (this.policy == LossPolicy.INTERRUPT) {
			this.watch.watch(this.interruption);
		}
		T result;
		try {
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

	private void interrupt() {
		this.mutex.lock();
		try {
			if (this.running) {
				this.interrupted = !this.thread.isInterrupted();
				this.thread.interrupt();
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private static boolean isToBeInterrupted(LockHandle handle) {
		return handle instanceof LossWatch other && other.interruptsItsBody();
	}

	/** A body around this one that is to be interrupted, too, runs on. */
	private void interruptOuter() {
		if (LockContext.held().stream().anyMatch(GuardedBody::isToBeInterrupted)) {
			this.thread.interrupt();
		}
	}

	/**
	 * The interrupt was meant for the body, not for what the thread does next.
	 * @return whether there was one
	 */
	private boolean end() {
		this.watch.unwatch(this.interruption);
		this.mutex.lock();
		try {
			this.running = false;
			if (this.interrupted) {
				Thread.interrupted();
				interruptOuter();
			}
			return this.interrupted;
		}
		finally {
			this.mutex.unlock();
		}
	}

}
