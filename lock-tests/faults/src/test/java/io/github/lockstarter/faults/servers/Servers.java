package io.github.lockstarter.faults.servers;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.RedisTarget;
import io.github.lockstarter.testing.ServerVersion;
import io.lettuce.core.KillArgs;

/**
 * Servers that fail over, and what happens to them.
 */
public interface Servers extends AutoCloseable {

	/** The JVM at the other end of a connection. */
	Pattern CHILD = Pattern.compile(" name=(" + Topology.CLIENT_NAME + "\\S*) ");

	/** Where an application finds them, with commas. */
	String addresses();

	/**
	 * The same as an argument of a child JVM, see {@link Access#targets(String)}.
	 * @param proxies the port of the proxy in front of each server, by the server's port
	 */
	String access(Map<Integer, Integer> proxies);

	/** Those to which applications connect, whatever becomes of them. */
	List<EmbeddedRedis> all();

	/** Those that have the locks at the moment. */
	Stream<EmbeddedRedis> primaries();

	/**
	 * The one that has a record at the moment.
	 * @param record the key of the record
	 */
	EmbeddedRedis serving(String record);

	/**
	 * What may happen, each of which returns when it is over: all servers work, and
	 * another failover is possible.
	 */
	List<Strike> strikes();

	/**
	 * What a client needs to reach them.
	 */
	RedisTarget target();

	/** How many locks there are records of. */
	default long records() {
		return primaries()
			.mapToLong((primary) -> ClusterNodes.ask(primary, (commands) -> commands.keys("lock:*")).size())
			.sum();
	}

	/** How many channels a lock client has subscribed to. */
	default long channels() {
		return primaries().mapToLong((primary) -> ClusterNodes.ask(primary, (commands) -> {
			int ordinary = commands.pubsubChannels("lock:*").size();
			return ServerVersion.hasShardedChannels() ? ordinary + commands.pubsubShardChannels("lock:*").size()
					: ordinary;
		})).sum();
	}

	/** How many more of these there may be by chance. */
	int channelTolerance();

	/** How many connections the child JVMs have. */
	default long connections() {
		return all().stream().mapToLong((server) -> Servers.jvms(server).count()).sum();
	}

	/**
	 * How many of them there are beyond two of each JVM, for commands and for grants, to
	 * each server that it needs. To count all would not tell which are left over: it
	 * depends on where locks have been wanted, and which servers have been primaries.
	 */
	default long spareConnections() {
		return all().stream()
			.mapToLong((server) -> Servers.jvms(server)
				.collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
				.values()
				.stream()
				.mapToLong((count) -> isNeeded(server) ? Math.max(count - 2, 0) : count)
				.sum())
			.sum();
	}

	/** Which connections the child JVMs have to which servers, for people to read. */
	default String connectionsOfServers() {
		return all().stream()
			.map((server) -> server.port() + " " + Servers.jvms(server).sorted().toList())
			.collect(Collectors.joining("\n"));
	}

	/** How many spare connections a JVM has if nothing happens. */
	int mostSpareConnections();

	/** Whether an application connects to a server. */
	boolean isNeeded(EmbeddedRedis server);

	private static Stream<String> jvms(EmbeddedRedis server) {
		return ClusterNodes.ask(server, (commands) -> commands.clientList())
			.lines()
			.flatMap((client) -> CHILD.matcher(client).results())
			.map((child) -> child.group(1));
	}

	/** Cut all connections of applications to a server. */
	static void cut(EmbeddedRedis server) {
		ClusterNodes.ask(server, (commands) -> commands.clientKill(KillArgs.Builder.typeNormal().skipme()));
		ClusterNodes.ask(server, (commands) -> commands.clientKill(KillArgs.Builder.typePubsub()));
	}

	/** Any one of several things. */
	static <T> T any(List<T> things, Random random) {
		return things.get(random.nextInt(things.size()));
	}

	@Override
	void close();

	/**
	 * Something that happens.
	 *
	 * @param name for people to read
	 * @param forgets whether the last writes may be lost by it
	 */
	record Strike(String name, boolean forgets, Runnable action) {

		static Strike losingWrites(String name, Runnable action) {
			return new Strike(name, true, action);
		}

		static Strike losingNothing(String name, Runnable action) {
			return new Strike(name, false, action);
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

}
