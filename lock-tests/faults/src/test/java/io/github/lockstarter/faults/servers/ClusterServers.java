package io.github.lockstarter.faults.servers;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.RedisTarget;
import io.lettuce.core.RedisException;
import org.awaitility.Awaitility;

/**
 * A Redis Cluster of three masters with a replica each.
 */
final class ClusterServers implements Servers {

	private static final int MOVES = 3;

	private final EmbeddedRedisCluster redis;

	private final Random random;

	ClusterServers(Random random, Duration untilReplaced) {
		this.redis = EmbeddedRedisCluster.startWithReplicas(untilReplaced);
		this.random = random;
	}

	@Override
	public String addresses() {
		return this.redis.nodes().stream().map((node) -> "localhost:" + node.port()).collect(Collectors.joining(","));
	}

	@Override
	public String access(Map<Integer, Integer> proxies) {
		return Access.through(Topology.CLUSTER, addresses(), proxies);
	}

	@Override
	public List<EmbeddedRedis> all() {
		return this.redis.nodes();
	}

	@Override
	public EmbeddedRedis serving(String record) {
		return this.redis.master(record);
	}

	@Override
	public RedisTarget target() {
		return this.redis.target();
	}

	/** Lettuce keeps connections to replicas, which may be masters again. */
	@Override
	public boolean isNeeded(EmbeddedRedis server) {
		return true;
	}

	/**
	 * A slot keeps its channel from the first wait in it until a failover, and threads
	 * meet by chance where few locks are wanted. One that is left over for each failover
	 * would be far more.
	 */
	@Override
	public int channelTolerance() {
		return 100;
	}

	/** Lettuce has one to any node for commands, and one for grants. */
	@Override
	public int mostSpareConnections() {
		return 2;
	}

	@Override
	public Stream<EmbeddedRedis> primaries() {
		return this.redis.nodes().stream().filter(ClusterNodes::isMaster);
	}

	@Override
	public List<Strike> strikes() {
		return List.of(Strike.losingNothing("planned failover", this::failOver),
				Strike.losingWrites("master stopped", () -> replace(EmbeddedRedis::pause, EmbeddedRedis::resume)),
				Strike.losingWrites("master killed", () -> replace(EmbeddedRedis::kill, EmbeddedRedis::restart)),
				Strike.losingWrites("master stands still for a moment", this::hesitate),
				Strike.losingWrites("all nodes stand still", this::standStill),
				Strike.losingNothing("slot moved", this::moveSlot),
				Strike.losingNothing("replica stopped", this::stopReplica),
				Strike.losingNothing("connections cut", () -> Servers.cut(anyMaster())));
	}

	/** Of those with records, if there are any. */
	private EmbeddedRedis anyMaster() {
		List<EmbeddedRedis> masters = primaries().toList();
		List<EmbeddedRedis> used = masters.stream().filter((master) -> records(master).findAny().isPresent()).toList();
		return Servers.any(used.isEmpty() ? masters : used, this.random);
	}

	private static Stream<String> records(EmbeddedRedis master) {
		return ClusterNodes.ask(master, (commands) -> commands.keys("lock:*")).stream();
	}

	private void failOver() {
		EmbeddedRedis former = anyMaster();
		ClusterNodes.failOver(this.redis.replica(former));
		ClusterNodes.awaitReplication(former);
	}

	/** What is repaired comes back as a replica of the one that has taken over. */
	private void replace(Consumer<EmbeddedRedis> strike, Consumer<EmbeddedRedis> repair) {
		EmbeddedRedis former = anyMaster();
		EmbeddedRedis replica = this.redis.replica(former);
		strike.accept(former);
		ClusterNodes.awaitPromotion(replica);
		repair.accept(former);
		ClusterNodes.awaitReplication(former);
	}

	/** For less than it takes to be replaced, unless the machine is busy. */
	private void hesitate() {
		EmbeddedRedis master = anyMaster();
		master.pause();
		Moments.pass(Duration.ofMillis(1 + this.random.nextInt(1000)));
		master.resume();
	}

	/** Long enough for some of them to be replaced by others when all go on. */
	private void standStill() {
		all().forEach(EmbeddedRedis::pause);
		Moments.pass(this.random);
		all().forEach(EmbeddedRedis::resume);
		all().stream().filter((node) -> !ClusterNodes.isMaster(node)).forEach(ClusterNodes::awaitReplication);
	}

	/** One with a record, if there is any, from master to master. */
	private void moveSlot() {
		List<String> records = primaries().flatMap(ClusterServers::records).sorted().toList();
		String key = records.isEmpty() ? "lock:" + this.random.nextInt() : Servers.any(records, this.random);
		for (int i = 0; i < MOVES; i++) {
			// begun anew after a failover that nobody wanted, as on a busy machine
			Awaitility.await()
				.atMost(Duration.ofSeconds(30))
				.ignoreExceptionsInstanceOf(RedisException.class)
				.until(() -> this.redis.moveSlot(key, this::passAMoment).isRunning());
		}
	}

	private void passAMoment() {
		Moments.pass(Duration.ofMillis(1 + this.random.nextInt(500)));
	}

	private void stopReplica() {
		EmbeddedRedis replica = this.redis.replica(anyMaster());
		replica.pause();
		Moments.pass(this.random);
		replica.resume();
		ClusterNodes.awaitReplication(replica);
	}

	@Override
	public void close() {
		this.redis.close();
	}

}
