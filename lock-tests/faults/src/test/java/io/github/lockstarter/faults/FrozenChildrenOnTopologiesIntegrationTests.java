package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.Random;

import io.github.lockstarter.faults.servers.Servers;
import io.github.lockstarter.faults.servers.Topology;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The same where locks are on several servers, or on one that sentinels name.
 */
@Tag("topologies")
@ParameterizedClass
@CsvSource({ "DISTRIBUTED, SENTINEL", "DISTRIBUTED, CLUSTER", "READERS, CLUSTER", "FAIR, SENTINEL", "STAGES, CLUSTER" })
class FrozenChildrenOnTopologiesIntegrationTests extends FrozenChildrenContract {

	@Parameter(1)
	private Topology topology;

	/** No primary is replaced. */
	@Override
	Servers servers() {
		return this.topology.start(new Random(Arena.SEED), Duration.ofMinutes(5));
	}

}
