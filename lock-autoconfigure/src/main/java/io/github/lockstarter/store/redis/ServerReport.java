package io.github.lockstarter.store.redis;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What one Redis server tells of itself.
 *
 * @param address where it is; empty if it is the only one
 * @param info the fields of its {@code INFO}; empty if we may not ask
 */
record ServerReport(String address, Map<String, String> info) {

	private static final String SAFE_POLICY = "noeviction";

	/**
	 * Read sections of {@code INFO}.
	 */
	static ServerReport of(String address, String text) {
		Map<String, String> info = new LinkedHashMap<>();
		text.lines().map((line) -> line.split(":", 2)).filter((field) -> field.length == 2).forEach((field) -> {
			info.put(field[0], field[1].strip());
		});
		return new ServerReport(address, info);
	}

	Map<String, String> details() {
		Map<String, String> details = new LinkedHashMap<>();
		if (this.info.isEmpty()) {
			details.put("info", "not permitted; allow the Redis user +info");
		}
		put(details, "version", this.info.get("redis_version"));
		put(details, "mode", this.info.get("redis_mode"));
		put(details, "maxmemory-policy", this.info.get("maxmemory_policy"));
		put(details, "used-memory", this.info.get("used_memory_human"));
		put(details, "max-memory",
				"0".equals(this.info.get("maxmemory")) ? "no limit" : this.info.get("maxmemory_human"));
		return details;
	}

	private static void put(Map<String, String> details, String name, @Nullable String value) {
		if (value != null) {
			details.put(name, value);
		}
	}

	/**
	 * Locks are keys with a time to live, so each policy but one evicts them.
	 */
	@Nullable String problem() {
		String policy = this.info.getOrDefault("maxmemory_policy", SAFE_POLICY);
		if (SAFE_POLICY.equals(policy)) {
			return null;
		}
		return "Redis" + (this.address.isEmpty() ? "" : " at " + this.address)
				+ " may evict locks that are held when its memory is full (maxmemory-policy '" + policy
				+ "'); set its maxmemory-policy to '" + SAFE_POLICY + "', or give locks a Redis of their own.";
	}

}
