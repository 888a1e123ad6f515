package io.github.lockstarter.endurance;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
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

	/** Of a JVM; fewer may have been about to end when a fault struck. */
	private static final long SOME_HOLDS = 50;

	/** Of a thread, which may have been about to end one. */
	private static final long SOME_OF_A_THREAD = 2;

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
	 * Wait until each of them, and each of their threads, has had locks from now on.
	 */
	void awaitProgress() {
		List<List<Long>> before = this.children.stream().map(Team::holds).toList();
		await("locks for each thread").atMost(Duration.ofMinutes(1))
			.until(() -> IntStream.range(0, SIZE)
				.allMatch((i) -> isProgress(before.get(i), holds(this.children.get(i)))));
	}

	private static boolean isProgress(List<Long> before, List<Long> after) {
		return sum(after) > sum(before) + SOME_HOLDS && IntStream.range(0, before.size())
			.allMatch((thread) -> after.get(thread) > before.get(thread) + SOME_OF_A_THREAD);
	}

	long holds() {
		return this.children.stream().mapToLong((child) -> sum(holds(child))).sum();
	}

	private static long sum(List<Long> holds) {
		return holds.stream().mapToLong(Long::longValue).sum();
	}

	/** Of each thread. */
	private static List<Long> holds(ChildJvm child) {
		child.tell("holds");
		return Stream.of(child.await("HOLDS").split(" ")).map(Long::valueOf).toList();
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
		this.children.forEach(ChildJvm::assertNoThreadDied);
		this.children.forEach((child) -> child.tell("end"));
		this.children.forEach((child) -> assertThat(child.await("LEFT")).as("threads left").isEqualTo("[]"));
	}

	@Override
	public void close() {
		this.children.forEach(ChildJvm::close);
	}

}
