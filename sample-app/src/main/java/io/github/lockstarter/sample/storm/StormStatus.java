package io.github.lockstarter.sample.storm;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The status of the latest storm of this instance.
 *
 * @param number the number of storms that this instance has begun
 * @param kind its kind
 * @param phase its phase
 * @param begun when the first order was handed out; {@code null} before that
 */
public record StormStatus(int number, StormKind kind, Phase phase, @Nullable Instant begun) {

	static final StormStatus NONE = new StormStatus(0, StormKind.MUTEX, Phase.OVER, null);

	StormStatus next(StormKind kind) {
		return new StormStatus(this.number + 1, kind, Phase.STARTING, null);
	}

	StormStatus running() {
		return new StormStatus(this.number, this.kind, Phase.RUNNING, Instant.now());
	}

	StormStatus over() {
		return new StormStatus(this.number, this.kind, Phase.OVER, this.begun);
	}

	/**
	 * Whether its processes are at work.
	 * @return whether it is running
	 */
	public boolean isRunning() {
		return this.phase == Phase.RUNNING;
	}

	/**
	 * Whether its processes can be struck in the middle of an order.
	 * @return whether it is running and processes orders
	 */
	public boolean isStrikable() {
		return isRunning() && this.kind.processesOrders();
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
		 * The processes are at work.
		 */
		RUNNING,

		/**
		 * The storm is over, or there was none.
		 */
		OVER

	}

}
