package io.github.lockstarter.sample.storm;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * How far the latest storm of this instance has come.
 *
 * @param number how many storms this instance has begun
 * @param mode how its orders are processed
 * @param phase what is going on
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
	 * Whether orders are being worked off.
	 * @return whether it is running
	 */
	public boolean isRunning() {
		return this.phase == Phase.RUNNING;
	}

	/**
	 * What is going on.
	 */
	public enum Phase {

		/**
		 * Processes are being started, and tables are laid out.
		 */
		STARTING,

		/**
		 * Orders are being worked off.
		 */
		RUNNING,

		/**
		 * It is over, or there was none.
		 */
		OVER

	}

}
