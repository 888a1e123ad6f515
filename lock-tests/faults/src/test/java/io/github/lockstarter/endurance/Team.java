package io.github.lockstarter.endurance;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.github.lockstarter.faults.servers.Topology;
import io.github.lockstarter.jvm.ChildArchive;
import io.github.lockstarter.testing.ChildJvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The child JVMs.
 */
final class Team implements AutoCloseable {

	static final int SIZE = 3;

	/** Fewer may have been about to end when a fault struck. */
	private static final long SOME_HOLDS = 50;

	private final List<ChildJvm> children;

	Team(Topology topology, String addresses, int resourcePort) {
		this.children = Stream.generate(() -> ChildArchive.start(WorkingChild.class, topology, addresses, resourcePort))
			.limit(SIZE)
			.toList();
		this.children.forEach((child) -> child.await("READY"));
	}

	List<ChildJvm> children() {
		return this.children;
	}

	void work() {
		this.children.forEach((child) -> child.tell("work"));
	}

	/**
	 * Wait until nobody holds a lock, or waits for one.
	 */
	void rest() {
		this.children.forEach((child) -> child.tell("rest"));
		this.children.forEach((child) -> child.await("RESTING"));
	}

	/**
	 * Wait until each of them has had locks from now on.
	 */
	void awaitProgress() {
		List<Long> before = this.children.stream().map(Team::holds).toList();
		await("locks for each JVM").atMost(Duration.ofMinutes(1))
			.until(() -> Stream.iterate(0, (i) -> i < SIZE, (i) -> i + 1)
				.allMatch((i) -> holds(this.children.get(i)) > before.get(i) + SOME_HOLDS));
	}

	long holds() {
		return this.children.stream().mapToLong(Team::holds).sum();
	}

	private static long holds(ChildJvm child) {
		child.tell("holds");
		return Long.parseLong(child.await("HOLDS"));
	}

	List<Vitals> vitals() {
		return this.children.stream().map((child) -> {
			child.tell("vitals");
			return Vitals.parse(child.await("VITALS"));
		}).toList();
	}

	/**
	 * Close their lock clients in an orderly way, after which no thread of these may be
	 * left.
	 */
	void end() {
		this.children.forEach((child) -> child.tell("end"));
		this.children.forEach((child) -> assertThat(child.await("LEFT")).as("threads left").isEqualTo("[]"));
	}

	@Override
	public void close() {
		this.children.forEach(ChildJvm::close);
	}

}
