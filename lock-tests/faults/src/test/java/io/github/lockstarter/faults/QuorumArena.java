package io.github.lockstarter.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.faults.history.ClosedTimes;
import io.github.lockstarter.faults.history.Event.Operation;
import io.github.lockstarter.faults.history.Event.Outcome;
import io.github.lockstarter.faults.history.Exclusion;
import io.github.lockstarter.faults.history.History;
import io.github.lockstarter.faults.history.Tokens;
import io.github.lockstarter.faults.workload.SharedResource;
import io.github.lockstarter.faults.workload.WorkloadChild;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.jvm.ChildArchive;
import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.StallProofTime;

import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Child JVMs that work under locks which several Redis servers decide about.
 */
final class QuorumArena implements AutoCloseable {

	/**
	 * What a busy machine may take: there is no queue, and a frozen holder has a lease.
	 */
	private static final Duration PATIENCE = Duration.ofMinutes(10);

	/** The longest between two requests of a waiter. */
	private static final Duration PAUSE = Duration.ofSeconds(1);

	private final WorkloadPlan plan;

	private final Path directory;

	private final List<EmbeddedRedis> servers;

	private final SharedResource resource = new SharedResource();

	private final List<ChildJvm> children = new ArrayList<>();

	private long workingSince;

	private Duration stalledBefore = Duration.ZERO;

	QuorumArena(String name, WorkloadPlan plan, int servers) {
		this.plan = plan;
		this.servers = Stream.generate(EmbeddedRedis::start).limit(servers).toList();
		this.directory = Path.of("target", "faults", name);
		try {
			FileSystemUtils.deleteRecursively(this.directory);
			Files.createDirectories(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Start children, and wait until all of them have worked. */
	void start(int count) {
		String uris = this.servers.stream()
			.map((server) -> "redis://127.0.0.1:" + server.port())
			.collect(Collectors.joining(","));
		for (int i = 0; i < count; i++) {
			this.children.add(ChildArchive.start(WorkloadChild.class, uris, this.plan.arguments(),
					this.directory.toAbsolutePath(), this.resource.port()));
		}
		this.children.forEach((child) -> child.await("READY"));
		this.children.forEach(ChildJvm::go);
		awaitWork();
		this.workingSince = System.nanoTime();
		this.stalledBefore = StallProofTime.stalled();
	}

	/**
	 * Wait until each child has been granted a lock several times from now on, and each
	 * of its threads that wants one.
	 */
	void awaitWork() {
		long now = System.nanoTime();
		await().pollInterval(Duration.ofMillis(50)).atMost(PATIENCE).untilAsserted(() -> {
			History history = History.read(this.directory);
			assertThat(this.children).allMatch((child) -> history.grants()
				.filter((grant) -> grant.process() == child.pid() && grant.nanos() > now)
				.count() > 2);
			assertThat(history.unserved(processes(), now)).as("threads without a lock").isEmpty();
		});
	}

	private Set<Long> processes() {
		return this.children.stream().map(ChildJvm::pid).collect(Collectors.toSet());
	}

	List<EmbeddedRedis> servers() {
		return this.servers;
	}

	List<ChildJvm> children() {
		return this.children;
	}

	void kill(ChildJvm child) {
		child.kill();
		this.children.remove(child);
	}

	/**
	 * End the work. Those who believed themselves valid were alone, whatever became of a
	 * minority of servers; tokens grew; no fenced write was lost, and no other if nobody
	 * stood still beyond its lease; and no lock was ever closed for longer than the lease
	 * of a holder that died. No call failed; that one ends without the lock is possible,
	 * since there is no queue.
	 */
	void stopAndCheck(boolean plain) {
		this.children.forEach(ChildJvm::assertNoThreadDied);
		this.children.forEach(ChildJvm::go);
		this.children.forEach((child) -> child.await("STOPPED"));
		History history = History.read(this.directory);
		this.children.forEach(ChildJvm::go);
		this.children.forEach((child) -> assertThat(child.await("LEFT")).as("threads left").isEqualTo("[]"));
		this.children.forEach(ChildJvm::assertNoThreadDied);
		assertThat(history.unanswered(processes())).as("calls that never returned").isEmpty();
		assertThat(Exclusion.violations(history, List.of(), this.plan.lease(), this.plan.kind().capacity()))
			.as("exclusion, see " + this.directory)
			.isEmpty();
		assertThat(Tokens.violations(history, List.of(), this.plan.lease())).as("fencing tokens, see " + this.directory)
			.isEmpty();
		assertThat(this.resource.register("fenced").lost()).isEmpty();
		assertClosedForNoLongerThanALease(history);
		if (plain) {
			assertThat(this.resource.register("plain").lost()).isEmpty();
		}
		assertThat(history.events()).as("calls that failed")
			.noneMatch((event) -> event.operation() == Operation.ACQUIRE && event.outcome() == Outcome.INFO);
	}

	private void assertClosedForNoLongerThanALease(History history) {
		Duration stalled = StallProofTime.stalled().minus(this.stalledBefore);
		Duration limit = this.plan.lease().plus(PAUSE).plus(stalled);
		Map<String, Duration> longest = ClosedTimes.longest(history, this.workingSince);
		System.out.println("Locks stayed closed for " + longest + ", at most " + limit);
		assertThat(longest).as("for how long locks were closed, see " + this.directory)
			.isNotEmpty()
			.allSatisfy((lock, time) -> assertThat(time).isLessThan(limit));
	}

	@Override
	public void close() {
		this.children.forEach(ChildJvm::close);
		this.resource.close();
		this.servers.forEach(EmbeddedRedis::close);
	}

}
