package io.github.lockstarter.faults.servers;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.RedisTarget;

/**
 * One that nothing replaces.
 *
 * @param server the server
 */
public record SingleServer(EmbeddedRedis server) implements Servers {

	@Override
	public String addresses() {
		return "127.0.0.1:" + this.server.port();
	}

	@Override
	public String access(Map<Integer, Integer> proxies) {
		return "redis://127.0.0.1:" + proxies.getOrDefault(this.server.port(), this.server.port());
	}

	@Override
	public List<EmbeddedRedis> all() {
		return List.of(this.server);
	}

	@Override
	public Stream<EmbeddedRedis> primaries() {
		return Stream.of(this.server);
	}

	@Override
	public EmbeddedRedis serving(String record) {
		return this.server;
	}

	@Override
	public List<Strike> strikes() {
		return List.of();
	}

	@Override
	public RedisTarget target() {
		return this.server.target();
	}

	@Override
	public int channelTolerance() {
		return 0;
	}

	@Override
	public int mostSpareConnections() {
		return 0;
	}

	@Override
	public boolean isNeeded(EmbeddedRedis other) {
		return true;
	}

	@Override
	public void close() {
		this.server.close();
	}

}
