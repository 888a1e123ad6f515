package io.github.lockstarter.store.quorum;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

/**
 * Lists what a quorum leaves out of the contract of a store, since it lacks what is
 * tested there.
 */
class LeftOutOfQuorumTests {

	/** How many of which part. */
	private static final Map<String, Long> LEFT_OUT = Map.ofEntries(entry("LockStoreContract", 1L),
			entry("LockStoreContractFair", 11L), entry("LockStoreContractForget", 8L),
			entry("LockStoreContractKeep", 3L), entry("LockStoreContractManagement", 4L),
			entry("LockStoreContractMany", 2L), entry("LockStoreContractQueue", 16L),
			entry("LockStoreContractRequeue", 6L), entry("LockStoreContractShare", 26L),
			entry("LockStoreContractShareQueue", 12L), entry("LockStoreContractSupersede", 5L),
			entry("LockStoreContractTokens", 5L), entry("LockStoreContractVote", 8L));

	@ParameterizedTest
	@ValueSource(classes = { QuorumOfOneTests.class, QuorumOfThreeTests.class, QuorumOfFiveTests.class })
	void whatNeedsAQueueOrSharesOrVotesIsLeftOutAndNothingElse(Class<?> tests) {
		Map<String, Long> leftOut = count(tests, false);
		count(tests, true).forEach((part, count) -> leftOut.merge(part, -count, Long::sum));
		leftOut.values().removeIf((count) -> count == 0);
		assertThat(leftOut).isEqualTo(LEFT_OUT);
	}

	/** The tests of each part of the contract. */
	private static Map<String, Long> count(Class<?> tests, boolean filtered) {
		Launcher launcher = LauncherFactory.create(LauncherConfig.builder()
			.enablePostDiscoveryFilterAutoRegistration(filtered)
			.enableLauncherSessionListenerAutoRegistration(false)
			.build());
		TestPlan plan = launcher
			.discover(LauncherDiscoveryRequestBuilder.request().selectors(selectClass(tests)).build());
		return plan.getRoots()
			.stream()
			.flatMap((root) -> plan.getDescendants(root).stream())
			.filter(TestIdentifier::isTest)
			.map((test) -> (MethodSource) test.getSource().orElseThrow())
			.collect(Collectors.groupingBy((source) -> source.getJavaMethod().getDeclaringClass().getSimpleName(),
					TreeMap::new, Collectors.counting()));
	}

}
