package io.github.lockstarter.store.redis.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.lockstarter.store.redis.cluster.Slots;
import io.github.lockstarter.store.redis.cluster.Topology;
import io.github.lockstarter.store.redis.connection.ClientSettings;
import io.github.lockstarter.store.redis.connection.ServerClient;
import io.github.lockstarter.store.redis.connection.SteppedSessionTimer;
import io.github.lockstarter.testing.TestClientResources;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.Partitions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ServerMap}, with texts in place of connections.
 */
class ServerMapTests {

	private static final String BOTH = """
			a 127.0.0.1:7001@17001 master - 0 0 1 connected 0-8000
			b 127.0.0.1:7002@17002 master - 0 0 2 connected 8001-16383
			c 127.0.0.1:7003@17003 slave a 0 0 1 connected
			""";

	private static final String AFTER_A_FAILOVER = """
			a 127.0.0.1:7001@17001 master,fail - 0 0 1 connected
			b 127.0.0.1:7002@17002 master - 0 0 2 connected 8001-16383
			c 127.0.0.1:7003@17003 master - 0 0 3 connected 0-8000
			""";

	private final SteppedSessionTimer timer = new SteppedSessionTimer();

	private final ServerClient client = new ServerClient(TestClientResources.shared(),
			new ClientSettings(List.of(RedisURI.create("127.0.0.1", 7001)), true, ClientOptions.create(), null));

	private final Set<String> busy = new HashSet<>();

	private final List<String> gone = new ArrayList<>();

	private final Topology topology = new Topology(() -> this.client,
			(node) -> CompletableFuture.completedFuture(AFTER_A_FAILOVER.replace("0-8000", "1-8000")),
			this.timer.timer(), (nodes, changed) -> {
			});

	private final ServerMap<String> servers = new ServerMap<>(() -> this.client, this.topology,
			(node) -> (node != null) ? Integer.toString(node.getPort()) : "only", this.busy::contains, this.gone::add);

	private static Partitions view(String nodes) {
		return ClusterPartitionParser.parse(nodes);
	}

	private void use(int port) {
		assertThat(this.servers.at(RedisURI.create("127.0.0.1", port))).isEqualTo(Integer.toString(port));
	}

	@Test
	void whatIsNoPrimaryIsGivenUpUnlessItIsInUse() {
		use(7001);
		use(7003);
		use(7009);
		this.busy.add("7003");
		this.servers.retain(view(BOTH));
		assertThat(this.gone).containsExactly("7009");
		this.busy.clear();
		this.servers.retain(view(BOTH));
		assertThat(this.gone).containsExactly("7009", "7003");
	}

	@Test
	void aPrimaryThatWasReplacedIsGivenUpAlthoughItIsInUse() {
		use(7001);
		this.servers.retain(view(BOTH));
		this.busy.add("7001");
		this.servers.retain(view(AFTER_A_FAILOVER));
		assertThat(this.gone).containsExactly("7001");
	}

	@Test
	void aPrimaryThatHasFailedAndNotYetBeenReplacedIsKept() {
		use(7001);
		this.servers.retain(view(BOTH));
		this.servers.retain(view(BOTH.replace("17001 master", "17001 master,fail")));
		assertThat(this.gone).isEmpty();
	}

	/** Requests for other slots go out together with it. */
	@Test
	void aSlotWithoutANodeFailsOnlyWhoeverNeedsIt() {
		String unserved = IntStream.range(0, Integer.MAX_VALUE)
			.mapToObj(Integer::toString)
			.filter((key) -> Slots.of(key) == 0)
			.findFirst()
			.orElseThrow();
		assertThat(this.servers.of(unserved)).isNotDone();
		this.timer.pass(Duration.ofSeconds(1));
		assertThat(this.servers.of(unserved)).failsWithin(Duration.ZERO)
			.withThrowableThat()
			.havingCause()
			.withMessage("no node of the Redis Cluster serves slot 0; see 'redis-cli cluster info'");
		assertThat(this.servers.of("any")).isCompleted();
	}

	@Test
	void nothingLastsThatIsCreatedAfterTheEnd() {
		this.servers.close();
		use(7001);
		assertThat(this.gone).containsExactly("7001");
	}

	@AfterEach
	void close() {
		this.topology.close();
		this.timer.timer().close();
		this.client.shutdown();
	}

}
