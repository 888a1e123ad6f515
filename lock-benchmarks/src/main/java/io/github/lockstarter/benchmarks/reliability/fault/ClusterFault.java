package io.github.lockstarter.benchmarks.reliability.fault;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * Fault of the master of the locks in a Cluster. It ends when another one serves them.
 */
enum ClusterFault implements Fault {

	KILLED("the master of the locks is killed", replacing((ground) -> ground.master().kill())),

	STOPPED("the master of the locks stands still (SIGSTOP)", replacing((ground) -> ground.master().pause())),

	PLANNED("a planned failover (CLUSTER FAILOVER)", replacing(ClusterGround::failOver)),

	SLOT_MOVED("the slot of the locks moves on to another master five times, and is half moved for 0.3 s each time",
			(ground) -> Times.repeat(5, Duration.ofMillis(300),
					() -> ground.moveSlot(() -> Times.pass(Duration.ofMillis(300)))));

	private final String description;

	@SuppressWarnings("ImmutableEnumChecker")
	private final Consumer<ClusterGround> strike;

	ClusterFault(String description, Consumer<ClusterGround> strike) {
		this.description = description;
		this.strike = strike;
	}

	private static Consumer<ClusterGround> replacing(Consumer<ClusterGround> strike) {
		return strike.andThen(ClusterGround::awaitElection);
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
	public Duration lease() {
		return (this == PLANNED) ? LONG_LEASE : LEASE;
	}

	@Override
	public Stage prepare() {
		ClusterGround ground = new ClusterGround();
		return new Stage(ground, (holder) -> this.strike.accept(ground));
	}

}
