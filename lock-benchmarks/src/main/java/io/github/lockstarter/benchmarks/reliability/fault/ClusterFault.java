package io.github.lockstarter.benchmarks.reliability.fault;

import java.util.function.Consumer;

/**
 * What happens to the master of the locks in a Cluster. It ends with the promotion of its
 * replica.
 */
enum ClusterFault implements Fault {

	KILLED("the master of the locks is killed", (ground) -> ground.master().kill()),

	STOPPED("the master of the locks stands still (SIGSTOP)", (ground) -> ground.master().pause()),

	PLANNED("a planned failover (CLUSTER FAILOVER)", ClusterGround::failOver);

	private final String description;

	@SuppressWarnings("ImmutableEnumChecker")
	private final Consumer<ClusterGround> strike;

	ClusterFault(String description, Consumer<ClusterGround> strike) {
		this.description = description;
		this.strike = strike;
	}

	@Override
	public String ground() {
		return "Cluster";
	}

	@Override
	public String description() {
		return this.description;
	}

	@Override
	public Stage prepare() {
		ClusterGround ground = new ClusterGround();
		return new Stage(ground, (holder) -> {
			this.strike.accept(ground);
			ground.awaitElection();
		});
	}

}
