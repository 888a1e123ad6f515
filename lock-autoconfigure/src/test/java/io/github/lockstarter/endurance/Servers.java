package io.github.lockstarter.endurance;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.ServerVersion;
import io.lettuce.core.KillArgs;

/**
 * Servers that fail over, and what happens to them.
 */
interface Servers extends AutoCloseable {

	/** Where an application finds them, with commas. */
	String addresses();

	/** Those that have the locks at the moment. */
	Stream<EmbeddedRedis> primaries();

	/**
	 * What may happen, each of which returns when it is over: all servers work, and
	 * another failover is possible.
	 */
	List<Strike> strikes();

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

	/** How many connections the child JVMs have. */
	default long connections() {
		return primaries().mapToLong((primary) -> ClusterNodes.ask(primary,
				(commands) -> commands.clientList()
					.lines()
					.filter((client) -> client.contains(" name=" + WorkingChild.CLIENT_NAME + " "))
					.count()))
			.sum();
	}

	/** Cut all connections of applications to a server. */
	static void cut(EmbeddedRedis server) {
		ClusterNodes.ask(server, (commands) -> commands.clientKill(KillArgs.Builder.typeNormal().skipme()));
		ClusterNodes.ask(server, (commands) -> commands.clientKill(KillArgs.Builder.typePubsub()));
	}

	static <T> T any(List<T> things, Random random) {
		return things.get(random.nextInt(things.size()));
	}

	@Override
	void close();

	/**
	 * Something that happens.
	 *
	 * @param name for people to read
	 */
	record Strike(String name, Runnable action) {
	}

}
