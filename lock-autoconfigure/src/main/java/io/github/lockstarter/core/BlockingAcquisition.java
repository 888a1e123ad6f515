package io.github.lockstarter.core;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

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

	private final LockRequest request;

	private final Supplier<Acquisition> acquisitions;

	private final boolean interruptible;

	/**
	 * Prepare a call.
	 * @param acquisitions begins it
	 * @param interruptible whether an interrupt ends it; else it is kept for later
	 */
	BlockingAcquisition(Platform platform, LockInstrumentation instrumentation, LockRequest request,
			Supplier<Acquisition> acquisitions, boolean interruptible) {
		this.platform = platform;
		this.instrumentation = instrumentation;
		this.request = request;
		this.acquisitions = acquisitions;
		this.interruptible = interruptible;
	}

	/**
	 * Take all keys of the request, or none.
	 */
	List<Hold> acquire() {
		Acquisition acquisition = this.acquisitions.get();
		return (this.instrumentation == LockInstrumentation.NONE || acquisition.isAgain()) ? run(acquisition)
				: runInstrumented(acquisition);
	}

	/** A lock that the instrumentation keeps from its caller is given back. */
	private List<Hold> runInstrumented(Acquisition acquisition) {
		AtomicReference<List<Hold>> acquired = new AtomicReference<>();
		try {
			return Objects.requireNonNull(this.instrumentation.acquire(this.request.call(), () -> {
				List<Hold> holds = run(acquisition);
				acquired.set(holds);
				return holds;
			}), () -> Instrumentations.returnedNull(this.instrumentation));
		}
		catch (Throwable ex) {
			List<Hold> withheld = acquired.get();
			if (withheld != null) {
				this.platform.awaitUninterruptibly(DefaultLockHandle.leaveAll(withheld, Hold::leave),
						Deadline.ANSWER.toNanos());
			}
			throw ex;
		}
	}

	private List<Hold> run(Acquisition acquisition) {
		boolean interrupted = false;
		try {
			while (acquisition.advance()) {
				try {
					this.platform.await(acquisition.awaited(), nanosUntil(acquisition.until()));
				}
				catch (InterruptedException ex) {
					interrupted = true;
					if (this.interruptible) {
						acquisition.interrupted(ex);
					}
				}
			}
			return acquisition.result();
		}
		catch (Throwable ex) {
			if (acquisition.failure() == null) {
				acquisition.fail(ex);
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
