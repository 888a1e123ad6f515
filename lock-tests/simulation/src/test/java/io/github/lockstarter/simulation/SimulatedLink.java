package io.github.lockstarter.simulation;

/**
 * The network between one client and the server: how long messages take, and what becomes
 * of them. Each message goes its own way, so one may overtake another.
 */
final class SimulatedLink {

	private final SimulatedTime time;

	/** Whether connections are refused. */
	boolean refusing;

	/** Whether what opens a connection is swallowed. */
	boolean swallowing;

	/** Whether subscriptions are swallowed, and nothing else. */
	boolean swallowingSubscriptions;

	/** How many calls of the client library end with an error, of one. */
	double errors;

	/** How many messages of each way are lost, of one. */
	double lossToServer;

	double lossToClient;

	/** How many messages arrive twice, of one. */
	double repetition;

	/** How long a message may take. */
	long slowest = SimulatedTime.MILLISECOND;

	/** When the last of the repeated messages arrives. */
	private long lastRepetition;

	SimulatedLink(SimulatedTime time) {
		this.time = time;
	}

	/** Whether anything is wrong. */
	boolean isHarmed() {
		return this.refusing || this.errors != 0 || this.repetition != 0 || isSilent();
	}

	/** Whether something may stay without an answer. */
	private boolean isSilent() {
		return this.swallowing || this.swallowingSubscriptions || this.lossToServer != 0 || this.lossToClient != 0
				|| this.slowest > SimulatedTime.MILLISECOND;
	}

	/**
	 * End all harm.
	 * @return for how long that has consequences: a request that is repeated late may
	 * begin a lease that is nobody's
	 */
	long heal() {
		long rest = isSilent() ? SimulatedConnection.UNANSWERED_NANOS : 0;
		long late = this.lastRepetition - this.time.now();
		if (late > 0) {
			rest = Math.max(rest, late + Wish.LONGEST_LEASE.toNanos());
		}
		this.refusing = false;
		this.swallowing = false;
		this.swallowingSubscriptions = false;
		this.errors = 0;
		this.lossToServer = 0;
		this.lossToClient = 0;
		this.repetition = 0;
		this.slowest = SimulatedTime.MILLISECOND;
		return rest;
	}

	/** The client library may need a thread, or memory. */
	void checkResources() {
		if (this.errors != 0 && this.time.chance(this.errors)) {
			throw new NoThreadError();
		}
	}

	long latency() {
		return this.time.between(50 * SimulatedTime.MICROSECOND, this.slowest);
	}

	/**
	 * Send something to the server.
	 * @return whether it arrives twice
	 */
	boolean toServer(Runnable arrival) {
		return deliver(arrival, this.lossToServer);
	}

	void toClient(Runnable arrival) {
		deliver(arrival, this.lossToClient);
	}

	private boolean deliver(Runnable arrival, double loss) {
		if (loss == 0 || !this.time.chance(loss)) {
			this.time.after(latency(), arrival);
		}
		boolean repeated = this.repetition != 0 && this.time.chance(this.repetition);
		if (repeated) {
			long delay = latency() + this.time.between(0, 3 * SimulatedTime.SECOND);
			this.lastRepetition = Math.max(this.lastRepetition, this.time.now() + delay);
			this.time.after(delay, arrival);
		}
		return repeated;
	}

}
