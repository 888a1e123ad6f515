package io.github.lockstarter.sample.storm;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The status of the latest storm of this instance.
 *
 * @param number the number of storms that this instance has begun
 * @param mode how its orders are processed
 * @param phase its phase
 * @param begun when the first order was handed out; {@code null} before that
 */
public record StormStatus(int number, StormMode mode, Phase phase, @Nullable Instant begun) {

	static final StormStatus NONE = new StormStatus(0, StormMode.LOCKED, Phase.OVER, null);

	StormStatus next(StormMode mode) {
		return new StormStatus(this.number + 1, mode, Phase.STARTING, null);
	}

	StormStatus running() {
		return new StormStatus(this.number, this.mode, Phase.RUNNING, Instant.now());
	}

	StormStatus over() {
		return new StormStatus(this.number, this.mode, Phase.OVER, this.begun);
	}

	/**
	 * Whether orders are being processed.
	 * @return whether it is running
	 */
	public boolean isRunning() {
		return this.phase == Phase.RUNNING;
	}

	/**
	 * The phase of a storm.
	 */
	public enum Phase {

		/**
		 * Processes are being started, and tables prepared.
		 */
		STARTING,

		/**
		 * Orders are being processed.
		 */
		RUNNING,

		/**
		 * The storm is over, or there was none.
		 */
		OVER

	}

}
