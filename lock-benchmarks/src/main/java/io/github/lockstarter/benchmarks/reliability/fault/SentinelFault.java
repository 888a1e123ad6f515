package io.github.lockstarter.benchmarks.reliability.fault;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * Fault of a primary that sentinels watch. It ends with the election of another.
 */
enum SentinelFault implements Fault {

	KILLED("the primary is killed", (ground) -> ground.first().kill()),

	STOPPED("the primary stands still (SIGSTOP)", (ground) -> ground.first().pause()),

	PLANNED("a planned failover (SENTINEL FAILOVER)", SentinelGround::failOver);

	private final String description;

	@SuppressWarnings("ImmutableEnumChecker")
	private final Consumer<SentinelGround> strike;

	SentinelFault(String description, Consumer<SentinelGround> strike) {
		this.description = description;
		this.strike = strike;
	}

	@Override
	public String ground() {
		return "Sentinel";
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
		SentinelGround ground = new SentinelGround();
		return new Stage(ground, (holder) -> {
			this.strike.accept(ground);
			ground.awaitElection();
		});
	}

}
