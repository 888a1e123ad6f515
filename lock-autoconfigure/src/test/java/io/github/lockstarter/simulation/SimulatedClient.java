package io.github.lockstarter.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.core.EngineDriver;
import io.github.lockstarter.core.hold.LocalHandover;
import org.jspecify.annotations.Nullable;

/**
 * One client on a machine of its own: the engine, its way to the store, and who calls it.
 */
final class SimulatedClient {

	private final SimulatedMachine machine;

	private final SimulatedThreads threads;

	private final SimulatedLink link;

	private final SimulatedStore store;

	private final EngineDriver engine;

	private final List<SimulatedCaller> callers = new ArrayList<>();

	private long recoveredAt;

	/** When what was done to it is to have no consequences any more. */
	private long wellFrom;

	private boolean stopping;

	SimulatedClient(Simulation simulation, String name) {
		this.machine = new SimulatedMachine(simulation.time(), name);
		this.threads = new SimulatedThreads(name);
		this.link = new SimulatedLink(simulation.time());
		this.store = new SimulatedStore(this.machine, simulation.server(), this.link, simulation.journal());
		boolean observed = simulation.time().chance(0.5);
		ThrowingObserver observer = new ThrowingObserver(simulation.time());
		this.engine = new EngineDriver(this.store, name, new SimulatedPlatform(this.machine, this.threads),
				bounds(simulation.time()), observed ? observer : LockEventListener.NONE,
				observed ? observer : LockInstrumentation.NONE);
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

	SimulatedLink link() {
		return this.link;
	}

	EngineDriver engine() {
		return this.engine;
	}

	String name() {
		return this.machine.name();
	}

	/** A connection that is open as far as the client knows. */
	@Nullable SimulatedConnection connection(boolean forPushes) {
		SimulatedSession session = this.store.session();
		return (session != null) ? session.connection(forPushes) : null;
	}

	String instance() {
		SimulatedSession session = this.store.session();
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
	}

	/** Since when nothing is wrong with it; in the far future if something is. */
	long wellSince() {
		boolean well = isRunning() && !this.threads.areExhausted() && !this.link.isHarmed();
		return well ? this.wellFrom : Long.MAX_VALUE;
	}

	/** Its connections are cut. It notices soon, the server soon or late. */
	void cut(long serverNoticesAfter) {
		for (boolean pushes : new boolean[] { false, true }) {
			SimulatedConnection connection = connection(pushes);
			if (connection != null) {
				connection.cut(serverNoticesAfter);
			}
		}
		recoversWithin(0);
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
