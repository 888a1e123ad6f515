package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import io.github.lockstarter.store.quorum.SteppedLink.State;

/**
 * Clients that take one lock again and again from a quorum of five, while faults strike
 * by chance: links are cut each way, requests and answers get lost or come late, and
 * nodes stand still or restart without their data. All chance comes from the seed.
 */
final class QuorumSimulation {

	private static final int NODES = 5;

	private static final int CLIENTS = 3;

	private static final Duration LASTS = Duration.ofSeconds(60);

	/** What a client's clock and a node's may differ in, and what is lost by rounding. */
	private static final double DRIFT = 0.01;

	private final SplittableRandom random;

	private final SteppedQuorum quorum;

	private final Faults faults;

	private final List<QuorumSimulationClient> clients = new ArrayList<>();

	private long lastToken;

	private int grants;

	private int refusals;

	private QuorumSimulation(long seed, Faults faults) {
		this.random = new SplittableRandom(seed);
		this.faults = faults;
		this.quorum = new SteppedQuorum(faults.longestLease, this::delay);
		for (int i = 0; i < NODES; i++) {
			this.quorum.node(Duration.ofMillis(this.random.nextLong(-faults.apartMillis, faults.apartMillis + 1)),
					1 + (this.random.nextDouble() - 0.5) * DRIFT / 2);
		}
		for (int i = 0; i < CLIENTS; i++) {
			this.clients.add(new QuorumSimulationClient(this, this.quorum.client()));
		}
	}

	/**
	 * Run one seed.
	 * @return how often the lock was granted, and how often it was not
	 */
	static Answers run(long seed, Faults faults) {
		QuorumSimulation simulation = new QuorumSimulation(seed, faults);
		simulation.clients.forEach(QuorumSimulationClient::begin);
		simulation.strikeLater();
		simulation.quorum.time.pass(LASTS);
		simulation.end();
		return new Answers(simulation.grants, simulation.refusals);
	}

	private long delay() {
		return this.random.nextDouble() < 0.02 ? millis(this.random.nextLong(20, 300))
				: this.random.nextLong(50_000, 1_000_000);
	}

	static long millis(long count) {
		return count * 1_000_000;
	}

	SplittableRandom random() {
		return this.random;
	}

	SteppedTime time() {
		return this.quorum.time;
	}

	/** For how much shorter than a node counts a lease a client counts it. */
	static long valid(Duration lease) {
		return (long) (lease.toNanos() * (1 - DRIFT)) - millis(2);
	}

	void refused() {
		this.refusals++;
	}

	/** A client counts on its hold from now on. */
	void granted(QuorumSimulationClient who, long token) {
		this.grants++;
		for (QuorumSimulationClient other : this.clients) {
			if (other != who && other.isHolding()) {
				throw new AssertionError(who.name() + " and " + other.name() + " hold the lock at the same time");
			}
		}
		used(token);
	}

	/** A token is used, which has to be larger than each that was used before. */
	void used(long token) {
		if (this.faults.tokensGrow && token <= this.lastToken) {
			throw new AssertionError("the token " + token + " follows " + this.lastToken);
		}
		this.lastToken = token;
	}

	private void strikeLater() {
		this.quorum.time.schedule(() -> {
			strike();
			strikeLater();
		}, millis(this.random.nextLong(50, 1500)));
	}

	private void strike() {
		SteppedNode node = this.quorum.nodes.get(this.random.nextInt(NODES));
		switch (this.random.nextInt(this.faults.restarts ? 4 : 3)) {
			case 0 -> partition();
			case 1 -> {
				node.freeze();
				this.quorum.time.schedule(node::thaw, millis(this.random.nextLong(10, 4000)));
			}
			case 2 -> heal();
			default -> node.restart();
		}
	}

	/** Any client may be cut off from any nodes, each way. */
	private void partition() {
		SteppedQuorum.Client client = this.quorum.clients.get(this.random.nextInt(CLIENTS));
		int shape = this.random.nextInt(1 << NODES);
		State how = State.values()[this.random.nextInt(State.values().length)];
		for (int i = 0; i < NODES; i++) {
			client.links.get(i).set(((shape >> i) & 1) == 1 ? how : State.UP);
		}
	}

	private void heal() {
		this.quorum.clients.forEach((client) -> client.link(State.UP, 0, 1, 2, 3, 4));
	}

	/** When all is well and nobody asks any more, no node holds anything. */
	private void end() {
		heal();
		this.quorum.nodes.forEach(SteppedNode::thaw);
		this.clients.forEach(QuorumSimulationClient::end);
		heal();
		this.quorum.time.pass(Duration.ofMillis(1));
		for (SteppedNode node : this.quorum.nodes) {
			node.thaw();
		}
		this.quorum.time.pass(SteppedQuorum.LEASE.multipliedBy(2));
	}

	/**
	 * What may happen.
	 *
	 * @param apartMillis by how much clocks of nodes are out of step
	 * @param restarts whether nodes restart without their data
	 * @param longestLease for how long they must have been up to have a vote
	 * @param tokensGrow whether tokens have to grow
	 */
	record Faults(long apartMillis, boolean restarts, Duration longestLease, boolean tokensGrow) {
	}

	/**
	 * What clients were answered.
	 *
	 * @param grants how often the lock was granted
	 * @param refusals how often it was not
	 */
	record Answers(int grants, int refusals) {
	}

}
