package io.github.lockstarter.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.faults.history.Amnesia;
import io.github.lockstarter.faults.history.History;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.faults.servers.Servers;
import io.github.lockstarter.faults.servers.SingleServer;
import io.github.lockstarter.faults.workload.SharedResource;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadChild;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.jvm.ChildArchive;
import io.github.lockstarter.jvm.ChildLocks;
import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.jspecify.annotations.Nullable;

import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Child JVMs that work under locks on a Redis of their own, and what is needed to do them
 * harm. Their histories stay in {@code target/faults} until the next run.
 */
final class Arena implements AutoCloseable {

	/** For all that is random, so that a run can be repeated, as far as threads allow. */
	static final long SEED = Long.getLong("faults.seed", System.currentTimeMillis());

	/** What each child does at the same time, under locks of its own. */
	private final List<WorkloadPlan> plans;

	private final Path directory;

	private final Servers servers;

	private final Map<Integer, RespProxy> proxies;

	/** One for each plan. */
	private final List<SharedResource> resources;

	private final DefaultLockClient observer;

	private final List<ChildJvm> children = new CopyOnWriteArrayList<>();

	private final List<Amnesia> amnesias = new CopyOnWriteArrayList<>();

	private final Grants grants = new Grants(this);

	private @Nullable FailoverWatch failovers;

	private Duration stalledBefore = StallProofTime.stalled();

	private boolean proxied;

	private final Random random;

	Arena(String name, WorkloadPlan plan, EmbeddedRedis server) {
		this(name, plan, new SingleServer(server));
	}

	Arena(String name, WorkloadPlan plan, Servers servers) {
		this(name, List.of(plan), servers);
	}

	Arena(String name, List<WorkloadPlan> plans, Servers servers) {
		this.plans = plans;
		this.resources = plans.stream().map((plan) -> new SharedResource()).toList();
		this.servers = servers;
		this.random = new Random(SEED + name.hashCode());
		this.proxies = servers.all()
			.stream()
			.collect(Collectors.toMap(EmbeddedRedis::port, (server) -> new RespProxy(server.port())));
		this.observer = ChildLocks.client(servers.target(), plan().lease());
		this.directory = emptied(Path.of("target", "faults", name));
	}

	private static Path emptied(Path directory) {
		try {
			FileSystemUtils.deleteRecursively(directory);
			return Files.createDirectories(directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Let the children that are started from now on reach each server through a proxy.
	 */
	Arena proxied() {
		this.proxied = true;
		return this;
	}

	/**
	 * Start children, and wait until all of them have worked.
	 */
	Arena start(int count) {
		return start(count, this.plans);
	}

	/**
	 * Start children that do something else.
	 */
	Arena start(int count, WorkloadPlan work) {
		return start(count, List.of(work));
	}

	private Arena start(int count, List<WorkloadPlan> work) {
		String ports = this.resources.stream()
			.map((resource) -> String.valueOf(resource.port()))
			.collect(Collectors.joining(","));
		List<ChildJvm> starting = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			starting.add(ChildArchive.start(WorkloadChild.class, accessOfChildren(), WorkloadPlan.arguments(work),
					this.directory.toAbsolutePath(), ports));
		}
		this.children.addAll(starting);
		starting.forEach((child) -> child.await("READY"));
		starting.forEach(Arena::letGo);
		this.grants.awaitSomeOfEach(starting);
		return this;
	}

	private String accessOfChildren() {
		Map<Integer, Integer> ports = this.proxies.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, (proxy) -> proxy.getValue().port()));
		return this.servers.access(this.proxied ? ports : Map.of());
	}

	/** Checks as well that its clock can be compared with that of others. */
	private static void letGo(ChildJvm child) {
		long before = System.nanoTime();
		child.go();
		long there = Long.parseLong(child.await("TIME"));
		assertThat(there).as("monotonic clock of a child JVM").isBetween(before, System.nanoTime());
	}

	/**
	 * The check of liveness: wait until a lock of each plan is granted to a child.
	 * @param nanos grants after this moment count
	 * @param limit how long after it there has to be one
	 */
	void assertGrantWithin(long nanos, Duration limit) {
		this.grants.assertWithin(nanos, limit, History::firstGrantAfter);
	}

	/**
	 * The same for a child that wants the lock alone, and waits for all that share it.
	 * @param nanos grants after this moment count
	 * @param limit how long after it there has to be one
	 */
	void assertGrantAloneWithin(long nanos, Duration limit) {
		this.grants.assertWithin(nanos, limit, History::firstGrantAloneAfter);
	}

	/**
	 * Wait until each thread that works was granted a lock, which has to be as soon as
	 * one could give up that asked for it just before.
	 * @param nanos grants after this moment count
	 */
	void assertEveryThreadIsServedAfter(long nanos) {
		this.grants.assertEveryThread(nanos,
				Duration.ofNanos(nanos - System.nanoTime()).plus(longestLease()).plus(Workload.WAIT));
	}

	/**
	 * To be called when a fault is over.
	 * @return now
	 */
	long faultIsOver() {
		this.stalledBefore = StallProofTime.stalled();
		return System.nanoTime();
	}

	/**
	 * For how long this JVM has stood still since the last fault was over, and probably
	 * children with it.
	 */
	Duration stalled() {
		return StallProofTime.stalled().minus(this.stalledBefore);
	}

	Duration longestLease() {
		return this.plans.stream().map(WorkloadPlan::lease).max(Comparator.naturalOrder()).orElseThrow();
	}

	/**
	 * Let the children work for a while.
	 */
	void work(Duration time) {
		StallProofTime.pass(time);
	}

	History history() {
		return History.read(this.directory);
	}

	Path directory() {
		return this.directory;
	}

	List<WorkloadPlan> plans() {
		return this.plans;
	}

	/**
	 * The first of them: whoever holds its locks, or waits for them, may be struck.
	 */
	WorkloadPlan plan() {
		return this.plans.get(0);
	}

	Servers servers() {
		return this.servers;
	}

	/**
	 * The server that has the first of the locks.
	 */
	EmbeddedRedis server() {
		return this.servers.serving("lock:" + plan().key(0));
	}

	/**
	 * Do something with the network in front of each server.
	 */
	void network(Consumer<RespProxy> action) {
		this.proxies.values().forEach(action);
	}

	Random random() {
		return this.random;
	}

	SharedResource resource() {
		return resource(plan());
	}

	SharedResource resource(WorkloadPlan plan) {
		return this.resources.get(this.plans.indexOf(plan));
	}

	List<ChildJvm> children() {
		return this.children;
	}

	LockClient observer() {
		return this.observer;
	}

	List<Amnesia> amnesias() {
		return Stream
			.concat(this.amnesias.stream(),
					(this.failovers != null) ? this.failovers.amnesias().stream() : Stream.empty())
			.toList();
	}

	/**
	 * Do something with the server that has the first of the locks, past any proxy.
	 */
	void redis(Consumer<RedisCommands<String, String>> action) {
		redis(server(), action);
	}

	/**
	 * Do something with each server that has locks, past any proxy.
	 */
	void eachRedis(Consumer<RedisCommands<String, String>> action) {
		this.servers.primaries().forEach((server) -> redis(server, action));
	}

	private static void redis(EmbeddedRedis server, Consumer<RedisCommands<String, String>> action) {
		try (RedisClient client = server.newClient()) {
			action.accept(client.connect().sync());
		}
	}

	/**
	 * Redis lost its data.
	 * @param amnesia when
	 */
	void forgot(Amnesia amnesia) {
		this.amnesias.add(amnesia);
	}

	/**
	 * Watch which servers take over from now on, when all of them work. Then data may be
	 * lost, too.
	 */
	FailoverWatch watchFailovers() {
		this.failovers = new FailoverWatch(this.servers.all());
		return this.failovers;
	}

	void kill(ChildJvm child) {
		child.kill();
		this.children.remove(child);
	}

	/**
	 * End the work in an orderly way, after which nothing may be left behind.
	 * @return what happened
	 */
	Report stop() {
		this.children.forEach(ChildJvm::assertNoThreadDied);
		this.children.forEach(ChildJvm::resume);
		this.children.forEach(ChildJvm::go);
		this.children.forEach((child) -> child.await("STOPPED"));
		Report report = new Report(this);
		report.assertAllCallsReturned();
		report.assertNothingIsHeld();
		this.children.forEach(ChildJvm::go);
		this.children.forEach((child) -> assertThat(child.await("LEFT")).as("threads left").isEqualTo("[]"));
		this.children.forEach((child) -> assertThat(child.awaitExit()).isZero());
		this.children.forEach(ChildJvm::assertNoThreadDied);
		this.children.clear();
		return report;
	}

	@Override
	public void close() {
		this.children.forEach(ChildJvm::close);
		if (this.failovers != null) {
			this.failovers.close();
		}
		this.observer.close();
		this.resources.forEach(SharedResource::close);
		network(RespProxy::close);
		this.servers.close();
	}

}
