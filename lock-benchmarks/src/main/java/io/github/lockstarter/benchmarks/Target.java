package io.github.lockstarter.benchmarks;

import java.util.Map;

/**
 * Where a contender finds its Redis, and settings that differ from its defaults.
 *
 * @param host the host of Redis
 * @param port its port
 * @param settings by name, as the contender understands them
 */
public record Target(String host, int port, Map<String, String> settings) {

	/**
	 * The address, as a URI.
	 * @return the URI
	 */
	public String uri() {
		return "redis://" + this.host + ":" + this.port;
	}

}
