package io.github.lockstarter.benchmarks.harness;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Target;
import io.github.lockstarter.benchmarks.worker.Moments;

/**
 * Independent Redis servers of which a majority decides.
 */
final class QuorumServers implements Server {

	/** A server that was just started may have forgotten locks, and has no vote. */
	private static final Duration UNTIL_VOTES = Contender.LEASE.plusSeconds(2);

	private final List<RedisServer> servers = new ArrayList<>();

	private final long votesAt;

	private QuorumServers(long votesAt) {
		this.votesAt = votesAt;
	}

	static QuorumServers start(int count) throws IOException {
		QuorumServers quorum = new QuorumServers(System.nanoTime() + UNTIL_VOTES.toNanos());
		for (int i = 0; i < count; i++) {
			quorum.servers.add(RedisServer.open(""));
		}
		return quorum;
	}

	/** Wait until they vote. */
	void awaitVotes() {
		Moments.await(this.votesAt);
	}

	@Override
	public Target target() {
		return new Target(Target.Topology.QUORUM,
				this.servers.stream().flatMap((server) -> server.target().addresses().stream()).toList(),
				Contender.LEASE, Map.of());
	}

	@Override
	public String version() {
		return this.servers.get(0).version();
	}

	@Override
	public Map<String, Double> used() {
		Map<String, Double> all = new HashMap<>();
		this.servers
			.forEach((server) -> server.used().forEach((metric, value) -> all.merge(metric, value, Double::sum)));
		return all;
	}

	@Override
	public List<RedisMonitor> monitors() {
		return this.servers.stream().flatMap((server) -> server.monitors().stream()).toList();
	}

	@Override
	public void close() {
		this.servers.forEach(RedisServer::close);
	}

}
