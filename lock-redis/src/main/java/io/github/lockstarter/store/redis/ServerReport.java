package io.github.lockstarter.store.redis;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.lockstarter.store.redis.acknowledgement.ReplicaAcknowledgements;
import org.jspecify.annotations.Nullable;

/**
 * The report of one Redis server about itself.
 *
 * @param address its address; empty if it is the only one
 * @param info the fields of its {@code INFO}; empty if that is not permitted
 */
record ServerReport(String address, Map<String, String> info) {

	private static final String SAFE_POLICY = "noeviction";

	private static final String UNKNOWN_POLICY = "unknown";

	private static final Pattern MAJOR = Pattern.compile("(\\d{1,4})\\.");

	private static final String GARNET = "Garnet";

	private static final List<String> RELATIVES = List.of("Valkey", GARNET, "Dragonfly", "Kvrocks");

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
		else {
			details.put("version", version());
			put(details, "mode", this.info.getOrDefault("redis_mode", this.info.get("server_mode")));
			details.put("maxmemory-policy", this.info.getOrDefault("maxmemory_policy", UNKNOWN_POLICY));
		}
		put(details, "used-memory", this.info.get("used_memory_human"));
		put(details, "max-memory",
				"0".equals(this.info.get("maxmemory")) ? "no limit" : this.info.get("maxmemory_human"));
		return details;
	}

	/**
	 * Servers that replace Redis report its version as well as their own.
	 */
	private String version() {
		return RELATIVES.stream()
			.filter((name) -> this.info.containsKey(field(name)))
			.map((name) -> name + " " + this.info.get(field(name)))
			.findFirst()
			.orElse(this.info.getOrDefault("redis_version", "unknown"));
	}

	private static String field(String name) {
		return name.toLowerCase(Locale.ROOT) + "_version";
	}

	private static void put(Map<String, String> details, String name, @Nullable String value) {
		if (value != null) {
			details.put(name, value);
		}
	}

	/**
	 * The number of replicas that are connected and in sync.
	 */
	long replicas() {
		return this.info.entrySet()
			.stream()
			.filter((field) -> field.getKey().matches("slave\\d+") && field.getValue().contains("state=online"))
			.count();
	}

	/**
	 * The problem if it has fewer replicas than required, as far as it reports.
	 * @param asked the required number
	 */
	@Nullable String missingReplicas(int asked) {
		long connected = replicas();
		if (connected >= asked || !this.info.containsKey("connected_slaves")) {
			return null;
		}
		return "Redis" + at() + " has too few connected replicas (" + connected + " of the " + asked + " that '"
				+ ReplicaAcknowledgements.PROPERTY
				+ "' asks for), so no lock can be acquired; connect replicas, or lower the property.";
	}

	/**
	 * The problem if it grants nothing, others may come between the commands of a script,
	 * or locks may be evicted, as far as is known.
	 */
	@Nullable String problem() {
		if (this.info.containsKey(field(GARNET))) {
			return GARNET + at()
					+ " does not isolate scripts by default, so two callers may hold a lock at the same time;"
					+ " keep locks in Redis or Valkey.";
		}
		if ("slave".equals(this.info.get("role"))) {
			return "Redis" + at() + " is a replica, so no lock can be acquired there; let 'spring.data.redis' name the"
					+ " primary.";
		}
		if (isTooOld()) {
			return "Redis" + at() + " has version " + version() + ", but locks need Redis 6 or later.";
		}
		if (this.address.isEmpty() && "cluster".equals(this.info.get("redis_mode"))) {
			return "it is one node of a Redis Cluster, so locks that other nodes have can't be acquired; set"
					+ " 'spring.data.redis.cluster.nodes' in place of 'spring.data.redis.host'.";
		}
		return eviction();
	}

	/** Servers that replace Redis may report any version of it. */
	private boolean isTooOld() {
		Matcher major = MAJOR.matcher(this.info.getOrDefault("redis_version", ""));
		return RELATIVES.stream().noneMatch((name) -> this.info.containsKey(field(name))) && major.lookingAt()
				&& Integer.parseInt(major.group(1)) < 6;
	}

	private String at() {
		return this.address.isEmpty() ? "" : " at " + this.address;
	}

	/**
	 * Locks are keys with a time to live, so each policy but one evicts them.
	 */
	private @Nullable String eviction() {
		if (this.info.isEmpty()) {
			return "Redis" + at() + " does not permit asking whether it evicts locks; allow the Redis user +info.";
		}
		String policy = this.info.get("maxmemory_policy");
		if (policy == null) {
			return "Redis" + at()
					+ " does not report whether it may evict locks; make sure that its maxmemory-policy is '"
					+ SAFE_POLICY + "'.";
		}
		if (SAFE_POLICY.equals(policy)) {
			return null;
		}
		return "Redis" + at() + " may evict locks that are held when its memory is full (maxmemory-policy '" + policy
				+ "'); set its maxmemory-policy to '" + SAFE_POLICY + "', or give locks a Redis of their own.";
	}

}
