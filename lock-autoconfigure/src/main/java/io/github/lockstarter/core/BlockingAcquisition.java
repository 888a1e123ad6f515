package io.github.lockstarter.core;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.platform.Deadline;
import io.github.lockstarter.core.platform.Platform;

/**
 * Takes locks for the current thread, which waits.
 */
final class BlockingAcquisition {

	private final Platform platform;

	private final LockInstrumentation instrumentation;

	private final StoreCalls calls;

	private final LockRequest request;

	private final Acquisition acquisition;

	private final boolean interruptible;

	/**
	 * Prepare a call.
	 * @param acquisition the call, which has asked for nothing yet
	 * @param interruptible whether an interrupt ends it; else it is kept for later
	 */
	BlockingAcquisition(Platform platform, LockInstrumentation instrumentation, StoreCalls calls, LockRequest request,
			Acquisition acquisition, boolean interruptible) {
		this.platform = platform;
		this.instrumentation = instrumentation;
		this.calls = calls;
		this.request = request;
		this.acquisition = acquisition;
		this.interruptible = interruptible;
	}

	/**
	 * Take all keys of the request, or none.
	 */
	List<Hold> acquire() {
		return (this.instrumentation == LockInstrumentation.NONE || this.acquisition.isAgain()) ? run()
				: runInstrumented();
	}

	/** A lock that the instrumentation keeps from its caller is given back. */
	private List<Hold> runInstrumented() {
		AtomicReference<List<Hold>> acquired = new AtomicReference<>();
		try {
			return Objects.requireNonNull(this.instrumentation.acquire(this.request.call(), () -> {
				List<Hold> holds = run();
				acquired.set(holds);
				return holds;
			}), () -> Instrumentations.returnedNull(this.instrumentation));
		}
		catch (Throwable ex) {
			List<Hold> withheld = acquired.get();
			if (withheld != null) {
				this.platform.awaitUninterruptibly(this.calls.leaveAll(withheld, (hold) -> hold.abandon(this.request)),
						Deadline.ANSWER.toNanos());
			}
			throw ex;
		}
	}

	private List<Hold> run() {
		boolean interrupted = false;
		try {
			while (this.acquisition.advance()) {
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
		catch (Throwable ex) {
			if (this.acquisition.failure() == null) {
				this.acquisition.fail(ex);
			}
			throw ex;
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
