package io.github.lockstarter.observation;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Context of the observation of an acquisition.
 */
public final class LockAcquisitionContext extends LockObservationContext {

	private volatile @Nullable LockOutcome outcome;

	private volatile boolean ended;

	/**
	 * Create the context of an acquisition that begins.
	 * @param call the lock
	 */
	public LockAcquisitionContext(LockCall call) {
		super(call);
	}

	/**
	 * Whether the acquisition has ended.
	 * @return false while it waits
	 */
	public boolean isEnded() {
		return this.ended;
	}

	/**
	 * The outcome of the acquisition.
	 * @return the outcome; {@code null} before its end, and if it failed in another way
	 */
	public @Nullable LockOutcome getOutcome() {
		return this.outcome;
	}

	/**
	 * Record that the acquisition has ended.
	 * @param outcome its outcome; {@code null} if it failed in another way
	 */
	public void end(@Nullable LockOutcome outcome) {
		this.outcome = outcome;
		this.ended = true;
	}

}
