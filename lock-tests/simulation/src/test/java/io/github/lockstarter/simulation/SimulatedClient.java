package io.github.lockstarter.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.core.EngineDriver;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.quorum.NamedStore;
import io.github.lockstarter.store.quorum.QuorumLockStore;
import io.github.lockstarter.store.quorum.QuorumOptions;

/**
 * One client on a machine of its own: the engine, its way to the store, and who calls it.
 */
final class SimulatedClient {

	private static final QuorumOptions QUORUM = new QuorumOptions(QuorumOptions.DEFAULT.nodeTimeout(),
			Wish.LONGEST_LEASE);

	private final SimulatedMachine machine;

	private final SimulatedThreads threads;

	/** One to each server. */
	private final List<SimulatedWay> ways;

	private final LocalHandover bounds;

	private final EngineDriver engine;

	private final List<SimulatedCaller> callers = new ArrayList<>();

	private long recoveredAt;

	/** When what was done to it is to have no consequences any more. */
	private long wellFrom;

	private boolean stopping;

	SimulatedClient(Simulation simulation, String name) {
		this.machine = new SimulatedMachine(simulation.time(), name);
		this.threads = new SimulatedThreads(name);
		this.ways = simulation.servers()
			.all()
			.stream()
			.map((server) -> new SimulatedWay(this.machine, server, simulation.journal()))
			.toList();
		boolean observed = simulation.time().chance(0.5);
		ThrowingObserver observer = new ThrowingObserver(simulation.time());
		this.bounds = bounds(simulation.time());
		this.engine = new EngineDriver(store(), name, new SimulatedPlatform(this.machine, this.threads), this.bounds,
				observed ? observer : LockEventListener.NONE, observed ? observer : LockInstrumentation.NONE);
	}

	private LockStore store() {
		if (this.ways.size() == 1) {
			return this.ways.get(0).store();
		}
		List<NamedStore> stores = this.ways.stream()
			.map((way) -> new NamedStore(way.store().server().name(), way.store()))
			.toList();
		return new QuorumLockStore(stores, QUORUM, new SimulatedQuorumTimer(this.machine));
	}

	/** The usual ones, or few passes that take long. */
	private static LocalHandover bounds(SimulatedTime time) {
		return time.chance(0.5) ? LocalHandover.DEFAULT
				: new LocalHandover(1 + time.below(3), Duration.ofMillis(time.between(50, 500)));
	}

	void start(Simulation simulation, int count) {
		for (int i = 1; i <= count; i++) {
			SimulatedCaller caller = new SimulatedCaller(simulation, this, this.machine.name() + "-" + i);
			this.callers.add(caller);
			caller.start();
		}
	}

	SimulatedMachine machine() {
		return this.machine;
	}

	SimulatedThreads threads() {
		return this.threads;
	}

	List<SimulatedWay> ways() {
		return this.ways;
	}

	EngineDriver engine() {
		return this.engine;
	}

	/** How long a lock may stay inside it. */
	LocalHandover bounds() {
		return this.bounds;
	}

	String name() {
		return this.machine.name();
	}

	String instance() {
		SimulatedSession session = this.ways.get(0).store().session();
		return (session != null) ? session.instance() : "";
	}

	boolean isRunning() {
		return this.machine.isRunning();
	}

	boolean isDead() {
		return this.machine.isDead();
	}

	/** Something that had kept it from its work is over. */
	void recovered() {
		this.recoveredAt = this.machine.time().now();
		recoversWithin(0);
	}

	/** Something is over, and has consequences for so long. */
	void recoversWithin(long nanos) {
		this.wellFrom = Math.max(this.wellFrom, this.machine.time().now() + nanos);
	}

	/** Its monotonic clock has stood still: what it waits for takes longer by that. */
	void delayed(long nanos) {
		this.wellFrom += nanos;
		this.ways.forEach((way) -> way.delayed(nanos));
	}

	/**
	 * Since when nothing is wrong with it, and with most of its ways; in the far future
	 * if something is.
	 */
	long wellSince() {
		boolean well = isRunning() && !this.threads.areExhausted();
		return well ? Math.max(this.wellFrom, SimulatedServers.majorityWellSince(this.ways, SimulatedWay::wellSince))
				: Long.MAX_VALUE;
	}

	/** Its connections are cut. It notices soon, the server soon or late. */
	void cut(long serverNoticesAfter) {
		this.ways.forEach((way) -> way.cut(serverNoticesAfter));
	}

	/** Whether nothing on its machine has kept it from its work for so long. */
	boolean hasRunFor(long nanos) {
		return !this.threads.areExhausted() && this.machine.time().now() - this.recoveredAt > nanos;
	}

	/** Whether it is being shut down, or was. */
	boolean isStopping() {
		return this.stopping;
	}

	void stopping() {
		this.stopping = true;
	}

	List<SimulatedCaller> callers() {
		return this.callers;
	}

}
