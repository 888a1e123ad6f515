package io.github.lockstarter.simulation;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One run: faults at first, then a time in which everything recovers, then a calm one in
 * which everybody is served; then all stop, and nothing may be left.
 */
final class Simulation {

	/** Leases of the dead end meanwhile, and silent connections are noticed. */
	private static final long RECOVERY = 13 * SimulatedTime.SECOND;

	private static final long CALM = 8 * SimulatedTime.SECOND;

	/** Long turns from before end meanwhile, too. */
	private static final long HOT_RECOVERY = 17 * SimulatedTime.SECOND;

	private static final long HOT = 14 * SimulatedTime.SECOND;

	/** Waits end, leases end, and the store forgets. */
	private static final long END = 45 * SimulatedTime.SECOND;

	/** Each so many runs have a forger. */
	private static final long FORGED = 8;

	private final SimulatedTime time;

	private final Journal journal;

	private final SimulatedServers servers;

	private final Checks checks;

	private final StoreChecks storeChecks;

	private final Promises promises = new Promises();

	private final SimulatedClients clients;

	private final List<String> keys;

	private final long healAt;

	/** Somebody sends messages who has no right to the records, in some runs. */
	private final @Nullable Forger forger;

	/**
	 * Whether there are many locks, and many are held for seconds, so that each client
	 * waits for several at a time.
	 */
	private final boolean lasting;

	/** Whether all want the same lock again and again once everything is well. */
	private final boolean hot;

	/** Whether locks of all kinds are asked for, or only mutexes. */
	private final boolean mixed;

	/** Whether all that queue want to be served in the order in which they came. */
	private final boolean fair;

	private Simulation(long seed, boolean recording) {
		this.time = new SimulatedTime(seed);
		this.journal = new Journal(this.time, recording);
		this.servers = (seed < 0) ? SimulatedServers.quorum(this.time, this.journal)
				: SimulatedServers.single(this.time, this.journal);
		this.checks = new Checks(this);
		this.storeChecks = new StoreChecks(this);
		this.lasting = this.time.chance(0.1);
		this.keys = List.of("k1", "k2", "k3", "k4", "k5").subList(0, this.lasting ? 5 : 1 + this.time.below(3));
		this.clients = new SimulatedClients(this, this.lasting ? 5 : 1 + this.time.below(3));
		this.mixed = seed >= 0 && seed % 3 == 0;
		this.fair = seed >= 0 && seed % 3 == 1;
		this.healAt = this.time.chance(this.fair ? 0.4 : 0.1) ? 0 : this.time.between(5, 30) * SimulatedTime.SECOND;
		this.hot = this.time.chance(0.3);
		this.forger = (seed >= 0 && seed % FORGED == 0) ? new Forger(this, seed) : null;
	}

	/**
	 * Run one seed, and once more in words if it fails. Those below zero run over a
	 * quorum of servers, the others over a single one.
	 */
	static Outcome run(long seed) {
		try {
			return attempt(seed);
		}
		catch (Violation ex) {
			throw replayed(seed, ex);
		}
	}

	/**
	 * Run one seed.
	 */
	static Outcome attempt(long seed) {
		return new Simulation(seed, false).run();
	}

	private static Violation replayed(long seed, Violation found) {
		Simulation again = new Simulation(seed, true);
		try {
			again.run();
		}
		catch (Violation ex) {
			return new Violation("Seed " + seed + " (replay it with -Dsimulation.seed=" + seed + "): " + ex.getMessage()
					+ "\n" + again.journal.text(), ex);
		}
		return new Violation("Seed " + seed + " fails, but not when it is replayed: " + found.getMessage(), found);
	}

	private Outcome run() {
		try {
			play();
			return new Outcome(this.journal.digest(), this.journal.steps(), this.time.steps(),
					this.checks.acquisitions(), this.checks.refusals(), this.checks.losses());
		}
		catch (Violation ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new UncaughtViolation(ex);
		}
	}

	private void play() {
		int count = 2 + this.time.below(2);
		for (int i = 0; i < count; i++) {
			this.clients.start();
		}
		new Faults(this).start();
		if (this.forger != null) {
			this.forger.start();
		}
		this.time.after(this.healAt, this::heal);
		this.time.after(StoreChecks.INTERVAL, this::lookAtStore);
		goOnUntil(overAt());
		goOnUntil(overAt() + END);
		checkEnd();
	}

	private void goOnUntil(long moment) {
		while (this.time.step(moment)) {
			this.checks.afterStep();
		}
	}

	private void lookAtStore() {
		this.storeChecks.look();
		this.promises.check();
		this.time.after(StoreChecks.INTERVAL, this::lookAtStore);
	}

	private long calmAt() {
		return (this.healAt == 0) ? 0 : this.healAt + recovery();
	}

	private long overAt() {
		return this.healAt + recovery() + (this.hot ? HOT : CALM);
	}

	private long recovery() {
		return this.hot ? HOT_RECOVERY : RECOVERY;
	}

	private void heal() {
		this.journal.step("all", "is well");
		this.servers.heal();
		this.clients.heal();
	}

	void restartServer(SimulatedServer server) {
		this.servers.restart(server);
		this.clients.cutAll(server);
	}

	/** Set the clock of a server: claims wait until all know of it. */
	void stepServerClock(SimulatedServer server, long micros) {
		this.servers.stepClock(server, micros);
		if (!isQuorum()) {
			this.clients.recoverWithin(SimulatedServer.SETTLED_NANOS);
		}
	}

	private void checkEnd() {
		this.checks.checkNothingLeft();
		this.promises.checkNothingLeft();
		this.servers.checkEmpty();
		this.clients.checkIdle();
	}

	SimulatedClients clients() {
		return this.clients;
	}

	/** Whether there is no fault any more. */
	boolean isHealed() {
		return this.time.now() >= this.healAt;
	}

	boolean isLasting() {
		return this.lasting;
	}

	boolean isMixed() {
		return this.mixed;
	}

	boolean isFair() {
		return this.fair;
	}

	/** Whether there is no fault from the beginning, so that no grant is missed. */
	boolean isFaultless() {
		return this.healAt == 0;
	}

	/** Whether everything has recovered, so that everybody is served. */
	boolean isCalm() {
		return wasCalmSince(this.time.now());
	}

	boolean isHot() {
		return this.hot;
	}

	boolean wasCalmSince(long moment) {
		return moment >= calmAt();
	}

	/** Whether nobody begins anything any more. */
	boolean isOver() {
		return this.time.now() >= overAt();
	}

	SimulatedTime time() {
		return this.time;
	}

	Journal journal() {
		return this.journal;
	}

	SimulatedServers servers() {
		return this.servers;
	}

	/** Whether several servers decide by majority. */
	boolean isQuorum() {
		return this.servers.isQuorum();
	}

	Checks checks() {
		return this.checks;
	}

	Promises promises() {
		return this.promises;
	}

	List<String> keys() {
		return this.keys;
	}

	/**
	 * What a run came to.
	 *
	 * @param digest a number that all its steps go into
	 * @param steps how many steps were written down
	 * @param events how many events there were
	 */
	record Outcome(long digest, long steps, long events, long acquisitions, long refusals, long losses) {
	}

}
