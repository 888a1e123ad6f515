package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.faults.history.History;
import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.StallProofTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The check of liveness: the children of an arena are granted locks of each plan.
 */
final class Grants {

	private final Arena arena;

	/** Children wait for what this JVM lends them: the resources, and the proxies. */
	private final Duration stalledBefore = StallProofTime.stalled();

	Grants(Arena arena) {
		this.arena = arena;
	}

	/**
	 * Wait until each child has had some.
	 */
	void awaitSomeOfEach(List<ChildJvm> children) {
		await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
			History history = this.arena.history();
			assertThat(this.arena.plans()).allSatisfy((plan) -> {
				History locks = history.of(plan.keys());
				assertThat(children)
					.allMatch((child) -> locks.grants().filter((grant) -> grant.process() == child.pid()).count() > 2);
			});
		});
	}

	/**
	 * Wait until there is one of each plan.
	 * @param nanos those after this moment count
	 * @param limit how long after it there has to be one
	 * @param first which of them count
	 */
	void assertWithin(long nanos, Duration limit, First first) {
		StallProofTime.awaitWithin(limit.plusSeconds(1), () -> firsts(nanos, first).allMatch(OptionalLong::isPresent));
		Duration stalled = StallProofTime.stalled().minus(this.stalledBefore);
		assertThat(firsts(nanos, first).map(OptionalLong::getAsLong)).as("the next grants")
			.allSatisfy((granted) -> assertThat(Duration.ofNanos(granted - nanos)).isLessThan(limit.plus(stalled)));
	}

	/**
	 * Wait until each thread of the children that live has had one.
	 * @param nanos those after this moment count
	 * @param limit how long from now there has to be one
	 */
	void assertEveryThread(long nanos, Duration limit) {
		long startedAt = StallProofTime.nanoTime();
		await().pollInterval(Duration.ofMillis(50))
			.atMost(limit.plusMinutes(1))
			.until(() -> unserved(nanos).isEmpty() || StallProofTime.since(startedAt).compareTo(limit) > 0);
		assertThat(unserved(nanos)).as("threads that were granted no lock any more").isEmpty();
	}

	private Set<String> unserved(long nanos) {
		Set<Long> alive = this.arena.children().stream().map(ChildJvm::pid).collect(Collectors.toSet());
		return this.arena.history().unserved(alive, nanos);
	}

	private Stream<OptionalLong> firsts(long nanos, First first) {
		History history = this.arena.history();
		return this.arena.plans().stream().map((plan) -> first.after(history.of(plan.keys()), nanos));
	}

	interface First {

		OptionalLong after(History history, long nanos);

	}

}
