package io.github.lockstarter.benchmarks.reliability.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.lockstarter.benchmarks.Target;
import io.github.lockstarter.benchmarks.Target.Topology;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.lettuce.core.api.sync.RedisCommands;

import org.springframework.util.FileSystemUtils;

/**
 * One server, and the network in front of it.
 */
final class ServerGround implements Ground {

	private final Path directory;

	private final EmbeddedRedis redis;

	private final RespProxy network;

	/**
	 * Start it.
	 * @param remembers whether it writes each change to its disk
	 */
	ServerGround(boolean remembers) {
		try {
			this.directory = Files.createTempDirectory("reliability-redis");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.redis = remembers ? EmbeddedRedis.start("--appendonly", "yes", "--appendfsync", "always", "--dir",
				this.directory.toString()) : EmbeddedRedis.start();
		this.network = new RespProxy(this.redis.port());
	}

	EmbeddedRedis redis() {
		return this.redis;
	}

	RespProxy network() {
		return this.network;
	}

	<T> T ask(Function<RedisCommands<String, String>, T> question) {
		return ClusterNodes.ask(this.redis, question);
	}

	@Override
	public Target target(Duration lease) {
		return new Target(Topology.SERVER, List.of("127.0.0.1:" + this.network.port()), lease, Map.of());
	}

	@Override
	public Stream<EmbeddedRedis> serving() {
		return Stream.of(this.redis);
	}

	@Override
	public void close() {
		this.network.close();
		this.redis.close();
		try {
			FileSystemUtils.deleteRecursively(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
