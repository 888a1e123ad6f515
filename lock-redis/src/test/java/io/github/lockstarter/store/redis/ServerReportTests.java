package io.github.lockstarter.store.redis;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ServerReportTests {

	@Test
	void readsTheSectionsOfInfo() {
		ServerReport report = ServerReport.of("",
				"# Server\r\nredis_version:7.2.4\r\nredis_mode:standalone\r\n\n"
						+ "# Memory\r\nused_memory_human:1.05M\r\nmaxmemory:0\r\nmaxmemory_human:0B\r\n"
						+ "maxmemory_policy:noeviction\r\n");
		assertThat(report.details()).containsExactly(Map.entry("version", "7.2.4"), Map.entry("mode", "standalone"),
				Map.entry("maxmemory-policy", "noeviction"), Map.entry("used-memory", "1.05M"),
				Map.entry("max-memory", "no limit"));
		assertThat(report.problem()).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "allkeys-lru", "allkeys-random", "volatile-lru", "volatile-ttl" })
	void eachPolicyThatEvictsEndangersLocks(String policy) {
		ServerReport report = ServerReport.of("redis-1:6379", "maxmemory:1024\nmaxmemory_policy:" + policy);
		assertThat(report.problem()).isEqualTo(
				"Redis at redis-1:6379 may evict locks that are held when its memory is" + " full (maxmemory-policy '"
						+ policy + "'); set its maxmemory-policy to 'noeviction', or give locks a Redis of their own.");
	}

	@Test
	void aValkeyIsNamedByItsOwnNameAndVersion() {
		ServerReport report = ServerReport.of("", "redis_version:7.2.4\r\nserver_name:valkey\r\n"
				+ "valkey_version:9.1.2\r\nserver_mode:standalone\r\nmaxmemory_policy:noeviction\r\n");
		assertThat(report.details()).containsEntry("version", "Valkey 9.1.2").containsEntry("mode", "standalone");
		assertThat(report.problem()).isNull();
	}

	@Test
	void aServerThatDoesNotIsolateScriptsEndangersLocks() {
		ServerReport report = ServerReport.of("garnet:6379",
				"redis_version:7.4.3\ngarnet_version:1.0.80\nmaxmemory_policy:noeviction");
		assertThat(report.details()).containsEntry("version", "Garnet 1.0.80");
		assertThat(report.problem()).startsWith("Garnet at garnet:6379 does not isolate scripts");
	}

	@Test
	void aPolicyThatIsNotToldMayEvictLocks() {
		ServerReport report = ServerReport.of("", "redis_version:7.4.0\r\nused_memory_human:1M");
		assertThat(report.details()).containsEntry("maxmemory-policy", "unknown");
		assertThat(report.problem()).isEqualTo("Redis does not report whether it may evict locks; make sure that its"
				+ " maxmemory-policy is 'noeviction'.");
	}

	@Test
	void aServerThatMayNotBeAskedNamesTheMissingRight() {
		assertThat(new ServerReport("", Map.of()).problem())
			.isEqualTo("Redis does not permit asking whether it evicts locks; allow the Redis user +info.");
		assertThat(new ServerReport("", Map.of()).details()).containsOnlyKeys("info");
	}

	@ParameterizedTest
	@ValueSource(strings = { "2.8.19", "4.0.14", "5.0.9" })
	void aServerThatIsTooOldIsToldByItsVersion(String version) {
		assertThat(ServerReport.of("", "redis_version:" + version + "\r\nrole:master").problem())
			.isEqualTo("Redis has version " + version + ", but locks need Redis 6 or later.");
	}

	@Test
	void aRelativeMayReportAnyVersionOfRedis() {
		assertThat(ServerReport.of("", "redis_version:4.0.0\nkvrocks_version:2.9.0\nmaxmemory_policy:noeviction")
			.problem()).isNull();
	}

	@Test
	void oneNodeOfAClusterIsNotTakenForTheOnlyServer() {
		String info = "redis_version:7.0.15\nredis_mode:cluster\nmaxmemory_policy:noeviction";
		assertThat(ServerReport.of("", info).problem()).contains("one node of a Redis Cluster",
				"set 'spring.data.redis.cluster.nodes'");
		assertThat(ServerReport.of("redis-1:6379", info).problem()).isNull();
	}

	@Test
	void warnsOfAReplica() {
		ServerReport report = ServerReport.of("redis-1:6379", "maxmemory_policy:noeviction\r\nrole:slave");
		assertThat(report.problem())
			.isEqualTo("Redis at redis-1:6379 is a replica, so no lock can be acquired there; let"
					+ " 'spring.data.redis' name the primary.");
	}

}
