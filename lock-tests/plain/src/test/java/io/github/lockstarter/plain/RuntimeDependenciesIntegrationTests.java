package io.github.lockstarter.plain;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Shows all that each published artifact brings to an application, on the newest line of
 * Spring Boot, and the starter also on the lowest.
 */
class RuntimeDependenciesIntegrationTests {

	private static final String LOWEST_LINE = System.getProperty("lowest-line");

	private static final String NEWEST_LINE = System.getProperty("newest-line");

	private static final UserClassPath LOWEST = UserClassPath.on(LOWEST_LINE);

	private static final UserClassPath NEWEST = UserClassPath.on(NEWEST_LINE);

	private static final UserClassPath UNMANAGED = UserClassPath.withoutManagedVersions();

	private static final Set<String> OF_CORE = Set.of("jspecify", "slf4j-api");

	private static final Set<String> OF_LETTUCE = Set.of("netty-buffer", "netty-codec-base", "netty-codec-dns",
			"netty-common", "netty-handler", "netty-resolver", "netty-resolver-dns", "netty-transport",
			"netty-transport-native-unix-common", "reactive-streams", "reactor-core", "redis-authx-core");

	private static final Set<String> OF_JUNIT = Set.of("apiguardian-api", "junit-jupiter-api", "junit-jupiter-engine",
			"junit-jupiter-params", "junit-platform-commons", "junit-platform-engine", "opentest4j");

	private static final Set<String> OF_TEST_TIME = all(OF_JUNIT, Set.of("assertj-core", "awaitility", "byte-buddy",
			"hamcrest", "jspecify", "junit-jupiter", "junit-platform-launcher", "slf4j-api"));

	@Test
	void theCoreBringsNothingButSlf4jAndAnnotations() {
		assertThat(of("lock-core")).isEqualTo(OF_CORE);
	}

	@Test
	void theStoreOnRedisBringsTheCoreAndLettuce() {
		assertThat(of("lock-redis")).isEqualTo(all(OF_CORE, OF_LETTUCE, Set.of("lettuce-core", "lock-core")));
	}

	@Test
	void theQuorumBringsOnlyTheCore() {
		assertThat(of("lock-quorum")).isEqualTo(all(OF_CORE, Set.of("lock-core")));
	}

	@Test
	void theAutoConfigurationBringsNoStoreAndLeavesSpringToTheApplication() {
		assertThat(of("lock-autoconfigure")).isEqualTo(all(OF_CORE, Set.of("lock-core")));
		assertThat(of("lock-boot3")).isEqualTo(all(OF_CORE, Set.of("lock-autoconfigure", "lock-core")));
		assertThat(of("lock-test")).isEqualTo(all(OF_CORE, Set.of("lock-autoconfigure", "lock-core")));
	}

	@Test
	void theStoreInADatabaseBringsNothingOfRedis() {
		assertThat(of("lock-jdbc"))
			.isEqualTo(all(OF_CORE, Set.of("aspectjweaver", "lock-autoconfigure", "lock-boot3", "lock-core")));
	}

	@Test
	void theKitForStoresBringsTheCoreAndWhatItTestsWith() {
		assertThat(of("lock-test-time")).isEqualTo(OF_TEST_TIME);
		assertThat(of("lock-store-tck")).isEqualTo(all(OF_TEST_TIME, Set.of("lock-core", "lock-test-time")));
	}

	@Test
	void theStarterBringsTheStoreOnRedisAndTheLettuceOfTheLine() {
		assertThat(LOWEST.of("lock-starter")).containsEntry("lettuce-core", "6.4.2.RELEASE");
		assertThat(NEWEST.of("lock-starter")).containsEntry("lettuce-core",
				NEWEST.of("lock-redis").get("lettuce-core"));
		assertBringsTheStarterOf(LOWEST_LINE, LOWEST.of("lock-starter"));
		assertBringsTheStarterOf(NEWEST_LINE, NEWEST.of("lock-starter"));
	}

	private static void assertBringsTheStarterOf(String line, Map<String, String> brought) {
		assertThat(brought).containsEntry("spring-boot-starter-data-redis", line)
			.containsKeys("spring-data-redis", "lettuce-core", "spring-aop", "aspectjweaver");
		assertThat(brought.keySet()).filteredOn((name) -> name.startsWith("lock-"))
			.containsExactlyInAnyOrder("lock-autoconfigure", "lock-boot3", "lock-core", "lock-redis");
	}

	@ParameterizedTest
	@ValueSource(strings = { "lock-core", "lock-quorum", "lock-jdbc", "lock-autoconfigure", "lock-boot3", "lock-test" })
	void noArtifactAsksForMoreThanTheLowestLineHas(String artifact) {
		assertThat(UNMANAGED.of(artifact)).isEqualTo(LOWEST.of(artifact));
	}

	private static Set<String> of(String artifact) {
		return NEWEST.of(artifact).keySet();
	}

	@SafeVarargs
	private static Set<String> all(Set<String>... names) {
		Set<String> all = new TreeSet<>();
		for (Set<String> some : names) {
			all.addAll(some);
		}
		return all;
	}

}
