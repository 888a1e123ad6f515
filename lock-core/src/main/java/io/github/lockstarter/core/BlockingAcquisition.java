package io.github.lockstarter.core;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.platform.Platform;

/**
 * Takes locks for the current thread, which waits.
 */
final class BlockingAcquisition {

	private final Platform platform;

	private final LockInstrumentation instrumentation;

	private final LockRequest request;

	private final Acquisition acquisition;

	private final boolean interruptible;

	private Runnable whileWaiting = () -> {
	};

	/**
	 * Prepare a call.
	 * @param acquisition the call, which has asked for nothing yet
	 * @param interruptible whether an interrupt ends it; else it is kept for later
	 */
	BlockingAcquisition(Platform platform, LockInstrumentation instrumentation, LockRequest request,
			Acquisition acquisition, boolean interruptible) {
		this.platform = platform;
		this.instrumentation = instrumentation;
		this.request = request;
		this.acquisition = acquisition;
		this.interruptible = interruptible;
	}

	/**
	 * Use the time before the first answer.
	 * @param task what costs the caller no time then
	 */
	BlockingAcquisition whileWaiting(Runnable task) {
		this.whileWaiting = task;
		return this;
	}

	/**
	 * Take all keys of the request, or none.
	 * @param handOver hands them to the caller; if it fails they are given back
	 * @return what it returns
	 */
	<T> T acquire(Function<List<Hold>, T> handOver) {
		try {
			return handOver.apply(isInstrumented() ? runInstrumented() : run());
		}
		catch (Throwable ex) {
			if (this.acquisition.failure() == null) {
				this.acquisition.fail(ex);
			}
			throw ex;
		}
	}

	private boolean isInstrumented() {
		return this.instrumentation != LockInstrumentation.NONE && !this.acquisition.isAgain();
	}

	private List<Hold> runInstrumented() {
		return Objects.requireNonNull(this.instrumentation.acquire(this.request.call(), this::run),
				() -> Instrumentations.returnedNull(this.instrumentation));
	}

	private List<Hold> run() {
		boolean interrupted = false;
		try {
			while (this.acquisition.advance()) {
				this.whileWaiting.run();
				try {
					this.platform.await(this.acquisition.awaited(), nanosUntil(this.acquisition.until()));
				}
				catch (InterruptedException ex) {
					interrupted = true;
					if (this.interruptible) {
						this.acquisition.interrupted(ex);
					}
				}
			}
			return this.acquisition.result();
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private long nanosUntil(long moment) {
		return (moment != Long.MAX_VALUE) ? Math.max(moment - this.platform.nanoTime(), 0) : moment;
	}

}
