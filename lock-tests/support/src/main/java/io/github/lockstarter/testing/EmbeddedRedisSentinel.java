package io.github.lockstarter.testing;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.sentinel.api.sync.RedisSentinelCommands;
import org.awaitility.Awaitility;

/**
 * A primary with two replicas, and three sentinels that watch it.
 */
public final class EmbeddedRedisSentinel implements AutoCloseable {

	/** The name of the primary among the sentinels. */
	public static final String NAME = "locks";

	private static final int REPLICAS = 2;

	private static final int SENTINELS = 3;

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final List<EmbeddedRedis> servers;

	private final List<EmbeddedSentinel> sentinels;

	private final Duration downAfter;

	private EmbeddedRedisSentinel(List<EmbeddedRedis> servers, List<EmbeddedSentinel> sentinels, Duration downAfter) {
		this.servers = servers;
		this.sentinels = new ArrayList<>(sentinels);
		this.downAfter = downAfter;
	}

	/**
	 * The servers and sentinels that all tests of this JVM share. Don't stop, pause or
	 * reconfigure them.
	 * @return the shared ones
	 */
	public static EmbeddedRedisSentinel shared() {
		return Shared.INSTANCE;
	}

	/**
	 * Start servers and sentinels, and wait until all know of each other.
	 * @param downAfter for how long a server has to be silent to be replaced
	 * @param arguments more arguments of each server, one word each
	 * @return the running servers and sentinels
	 */
	public static EmbeddedRedisSentinel start(Duration downAfter, String... arguments) {
		return start(REPLICAS, downAfter, arguments);
	}

	/**
	 * Start servers and sentinels, and wait until all know of each other.
	 * @param count how many replicas there are
	 * @param downAfter for how long a server has to be silent to be replaced
	 * @param arguments more arguments of each server, one word each
	 * @return the running servers and sentinels
	 */
	public static EmbeddedRedisSentinel start(int count, Duration downAfter, String... arguments) {
		return start(count, downAfter, List.of(), arguments);
	}

	/**
	 * Start servers, and sentinels of which a user may ask what the documentation says,
	 * and nothing else.
	 * @param user the name of the user
	 * @param password the password of the user
	 * @return the running servers and sentinels
	 */
	public static EmbeddedRedisSentinel startWithUser(String user, String password) {
		String rights = "user " + user + " on >" + password + " resetchannels &+switch-master"
				+ " &+failover-state-reconf-slaves +hello +auth +ping +subscribe +sentinel|get-master-addr-by-name"
				+ " +sentinel|master";
		return start(REPLICAS, Duration.ofMinutes(5),
				Stream.concat(EmbeddedSentinel.CLOSED.stream(), Stream.of(rights)).toList());
	}

	private static EmbeddedRedisSentinel start(int count, Duration downAfter, List<String> rights,
			String... arguments) {
		EmbeddedRedis primary = EmbeddedRedis.start(arguments);
		String[] following = Stream
			.concat(Stream.of("--replicaof", "127.0.0.1", "" + primary.port(), "--repl-diskless-sync-delay", "0"),
					Stream.of(arguments))
			.toArray(String[]::new);
		List<EmbeddedRedis> replicas = Stream.generate(() -> EmbeddedRedis.start(following)).limit(count).toList();
		replicas.forEach((replica) -> awaitInfo(replica, "master_link_status:up"));
		List<String> configuration = Stream.concat(rights.stream(), watching(primary, downAfter).stream()).toList();
		List<EmbeddedSentinel> sentinels = Stream.generate(() -> EmbeddedSentinel.start(configuration))
			.limit(SENTINELS)
			.toList();
		EmbeddedRedisSentinel started = new EmbeddedRedisSentinel(
				Stream.concat(Stream.of(primary), replicas.stream()).toList(), sentinels, downAfter);
		started.awaitReady();
		return started;
	}

	private static List<String> watching(EmbeddedRedis primary, Duration downAfter) {
		return List.of("sentinel monitor " + NAME + " 127.0.0.1 " + primary.port() + " " + (SENTINELS / 2 + 1),
				"sentinel down-after-milliseconds " + NAME + " " + downAfter.toMillis(),
				"sentinel failover-timeout " + NAME + " 8000");
	}

	private static void awaitInfo(EmbeddedRedis server, String text) {
		try (RedisClient admin = server.newClient()) {
			RedisCommands<String, String> commands = admin.connect().sync();
			await(() -> commands.info("replication").contains(text));
		}
	}

	/**
	 * Wait until each sentinel knows all others and all replicas, so that a failover is
	 * possible.
	 */
	public void awaitReady() {
		this.sentinels.forEach((sentinel) -> await(() -> {
			Map<String, String> known = sentinel.commands().master(NAME);
			return Objects.requireNonNull(known.get("num-slaves")).equals("" + (this.servers.size() - 1))
					&& Objects.requireNonNull(known.get("num-other-sentinels")).equals("" + (SENTINELS - 1))
					&& Objects.requireNonNull(known.get("flags")).equals("master");
		}));
	}

	private static void await(Callable<Boolean> condition) {
		Awaitility.await().pollInterval(Duration.ofMillis(50)).atMost(PATIENCE).until(condition);
	}

	public List<EmbeddedRedis> servers() {
		return this.servers;
	}

	public List<EmbeddedSentinel> sentinels() {
		return this.sentinels;
	}

	/**
	 * Where the sentinels are, as properties of an application list it.
	 * @return the addresses
	 */
	public String sentinelAddresses() {
		return this.sentinels.stream()
			.map((sentinel) -> "localhost:" + sentinel.port())
			.collect(Collectors.joining(","));
	}

	/**
	 * The server that the sentinel names as the primary.
	 * @param sentinel one of the sentinels
	 * @return one of the servers
	 */
	public EmbeddedRedis primary(EmbeddedSentinel sentinel) {
		int port = ((InetSocketAddress) sentinel.commands().getMasterAddrByName(NAME)).getPort();
		return this.servers.stream().filter((server) -> server.port() == port).findFirst().orElseThrow();
	}

	public EmbeddedRedis primary() {
		return primary(this.sentinels.get(0));
	}

	/**
	 * Wait until all sentinels that run name another primary.
	 * @param former the server that they named before
	 */
	public void awaitOtherPrimary(EmbeddedRedis former) {
		this.sentinels.forEach((sentinel) -> await(() -> primary(sentinel) != former));
	}

	/**
	 * Let the replicas forget a key, as if it had not reached them yet.
	 * @param key the key
	 */
	public void forgetOnReplicas(String key) {
		EmbeddedRedis primary = primary();
		this.servers.stream().filter((server) -> server != primary).forEach((replica) -> {
			try (RedisClient admin = replica.newClient()) {
				RedisCommands<String, String> commands = admin.connect().sync();
				await(() -> commands.exists(key) == 1);
				commands.configSet("replica-read-only", "no");
				commands.del(key);
			}
		});
	}

	/**
	 * Let the replicas have a key that is gone, as if that had not reached them yet.
	 * @param key the key
	 * @param value what it was
	 * @param rest how long it is to live
	 */
	public void bringBackOnReplicas(String key, String value, Duration rest) {
		EmbeddedRedis primary = primary();
		this.servers.stream().filter((server) -> server != primary).forEach((replica) -> {
			try (RedisClient admin = replica.newClient()) {
				RedisCommands<String, String> commands = admin.connect().sync();
				await(() -> commands.exists(key) == 0);
				commands.configSet("replica-read-only", "no");
				commands.psetex(key, rest.toMillis(), value);
			}
		});
	}

	/**
	 * Begin a planned failover, as an operator does.
	 */
	public void failOver() {
		RedisSentinelCommands<String, String> leader = this.sentinels.get(0).commands();
		leader.failover(NAME);
	}

	/**
	 * Order planned failovers until one has come about: sentinels refuse one, or give it
	 * up, while no replica is good enough.
	 */
	public void failOverInTheEnd() {
		EmbeddedRedis former = primary();
		await(() -> {
			boolean done = primary() != former;
			if (!done) {
				try {
					failOver();
				}
				catch (RedisCommandExecutionException ex) {
					// under way, or none is good enough
				}
			}
			return done;
		});
	}

	/**
	 * Replace all sentinels at once by others that know of no failover, as when their
	 * containers are created anew.
	 */
	public void recreateSentinels() {
		awaitInfo(primary(), "connected_slaves:" + (this.servers.size() - 1));
		List<String> configuration = watching(primary(), this.downAfter);
		this.sentinels.forEach(EmbeddedSentinel::close);
		this.sentinels.replaceAll((sentinel) -> sentinel.recreate(configuration));
		awaitReady();
	}

	/**
	 * What a client needs to reach the primary.
	 * @return the target
	 */
	public RedisTarget target() {
		RedisURI.Builder uri = RedisURI.builder().withSentinelMasterId(NAME);
		this.sentinels.forEach((sentinel) -> uri.withSentinel("127.0.0.1", sentinel.port()));
		return RedisTarget.at(uri.build());
	}

	/**
	 * Create a client, to be shut down by the caller.
	 * @return the client
	 */
	public RedisClient newClient() {
		return (RedisClient) target().newClient();
	}

	/**
	 * Forget all data.
	 */
	public void flush() {
		primary().flush();
	}

	@Override
	public void close() {
		this.sentinels.forEach(EmbeddedSentinel::close);
		this.servers.forEach(EmbeddedRedis::close);
	}

	private static final class Shared {

		/** A busy machine is no reason for a failover. */
		static final EmbeddedRedisSentinel INSTANCE = start(Duration.ofMinutes(5));

	}

}
