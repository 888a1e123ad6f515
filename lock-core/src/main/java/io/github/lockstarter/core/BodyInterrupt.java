package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

/**
 * The interrupt of one guarded body, which ends with the body. An interrupt shows in the
 * thread's flag only, and does not say where it came from: so the bodies of a thread that
 * are within each other count those that were interrupted here. Used by the thread, and
 * run by the one that notices the loss. Thread-safe.
 */
final class BodyInterrupt implements Runnable {

	private static final ThreadLocal<@Nullable BodyInterrupt> innermost = new ThreadLocal<>();

	private final Thread thread = Thread.currentThread();

	private final @Nullable BodyInterrupt outer = innermost.get();

	private final Count interrupts = (this.outer != null) ? this.outer.interrupts : new Count();

	private boolean ended;

	private boolean interrupted;

	/** The calling thread enters the body. */
	void begin() {
		innermost.set(this);
	}

	/** Interrupt the body, unless it was before or an interrupt from elsewhere waits. */
	@Override
	public void run() {
		synchronized (this.interrupts) {
			boolean foreign = this.thread.isInterrupted() && this.interrupts.bodies == 0;
			if (!this.ended && !this.interrupted && !foreign) {
				this.interrupted = true;
				this.interrupts.bodies++;
				this.thread.interrupt();
			}
		}
	}

	/**
	 * The body has ended. Its interrupt was meant for nothing that the thread does next;
	 * that of a body around it was.
	 * @return whether the body was interrupted
	 */
	boolean end() {
		if (this.outer != null) {
			innermost.set(this.outer);
		}
		else {
			innermost.remove();
		}
		synchronized (this.interrupts) {
			this.ended = true;
			if (this.interrupted) {
				this.interrupts.bodies--;
				Thread.interrupted();
				if (this.interrupts.bodies > 0) {
					this.thread.interrupt();
				}
			}
			return this.interrupted;
		}
	}

	/**
	 * Number of bodies of a thread that were interrupted and have not ended. Its own
	 * lock.
	 */
	private static final class Count {

		private int bodies;

	}

}
