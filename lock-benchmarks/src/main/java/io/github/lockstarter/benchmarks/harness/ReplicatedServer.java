package io.github.lockstarter.benchmarks.harness;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.benchmarks.Target;

/**
 * A Redis server with a replica that follows it. What is used is what the primary uses.
 */
final class ReplicatedServer implements Server {

	private final RedisServer primary;

	private final RedisServer replica;

	private ReplicatedServer(RedisServer primary, RedisServer replica) {
		this.primary = primary;
		this.replica = replica;
	}

	static ReplicatedServer start() throws IOException {
		RedisServer primary = RedisServer.start("--repl-diskless-sync-delay", "0");
		RedisServer replica = RedisServer.start("--replicaof", RedisServer.LOCAL, Integer.toString(primary.port()));
		primary.awaitReplica();
		return new ReplicatedServer(primary, replica);
	}

	@Override
	public Target target() {
		return this.primary.target();
	}

	@Override
	public String version() {
		return this.primary.version();
	}

	@Override
	public Map<String, Double> used() {
		return this.primary.used();
	}

	@Override
	public List<RedisMonitor> monitors() {
		return this.primary.monitors();
	}

	@Override
	public void close() {
		this.replica.close();
		this.primary.close();
	}

}
