package io.github.lockstarter.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.faults.history.Amnesia;
import io.github.lockstarter.faults.history.History;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.faults.servers.Servers;
import io.github.lockstarter.faults.servers.SingleServer;
import io.github.lockstarter.faults.workload.SharedResource;
import io.github.lockstarter.faults.workload.WorkloadChild;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.jvm.ChildJvm;
import io.github.lockstarter.jvm.ChildLocks;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;

import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Child JVMs that work under locks on a Redis of their own, and what is needed to do them
 * harm. Their histories stay in {@code target/faults} until the next run.
 */
final class Arena implements AutoCloseable {

	/** For all that is random, so that a run can be repeated, as far as threads allow. */
	static final long SEED = Long.getLong("faults.seed", System.currentTimeMillis());

	private final WorkloadPlan plan;

	private final Path directory;

	private final Servers servers;

	private final Map<Integer, RespProxy> proxies;

	private final SharedResource resource = new SharedResource();

	private final AbstractRedisClient redis;

	private final DefaultLockClient observer;

	private final List<ChildJvm> children = new CopyOnWriteArrayList<>();

	private final List<Amnesia> amnesias = new CopyOnWriteArrayList<>();

	/** Children wait for what this JVM lends them: the resource, and the proxy. */
	private final Duration stalledBefore = StallProofTime.stalled();

	private boolean proxied;

	private final Random random;

	Arena(String name, WorkloadPlan plan, EmbeddedRedis server) {
		this(name, plan, new SingleServer(server));
	}

	Arena(String name, WorkloadPlan plan, Servers servers) {
		this.plan = plan;
		this.servers = servers;
		this.random = new Random(SEED + name.hashCode());
		this.proxies = servers.all()
			.stream()
			.collect(Collectors.toMap(EmbeddedRedis::port, (server) -> new RespProxy(server.port())));
		this.redis = servers.newClient();
		this.observer = ChildLocks.client(this.redis, plan.lease());
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
		return start(count, this.plan);
	}

	/**
	 * Start children that do something else.
	 */
	Arena start(int count, WorkloadPlan work) {
		List<ChildJvm> starting = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			starting.add(ChildJvm.start(WorkloadChild.class, accessOfChildren(), work.arguments(),
					this.directory.toAbsolutePath(), this.resource.port()));
		}
		this.children.addAll(starting);
		starting.forEach((child) -> child.await("READY"));
		starting.forEach(Arena::letGo);
		awaitWork(starting);
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

	private void awaitWork(List<ChildJvm> workers) {
		await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
			History history = history();
			assertThat(workers)
				.allMatch((child) -> history.grants().filter((grant) -> grant.process() == child.pid()).count() > 2);
		});
	}

	/**
	 * The check of liveness: wait until a lock is granted to a child.
	 * @param nanos grants after this moment count
	 * @param limit how long after it there has to be one
	 */
	void assertGrantWithin(long nanos, Duration limit) {
		assertGrantWithin(nanos, limit, History::firstGrantAfter);
	}

	/**
	 * The same for a child that wants the lock alone, and waits for all that share it.
	 * @param nanos grants after this moment count
	 * @param limit how long after it there has to be one
	 */
	void assertGrantAloneWithin(long nanos, Duration limit) {
		assertGrantWithin(nanos, limit, History::firstGrantAloneAfter);
	}

	private void assertGrantWithin(long nanos, Duration limit, FirstGrant first) {
		StallProofTime.awaitWithin(limit.plusSeconds(1), () -> first.after(history(), nanos).isPresent());
		Duration stalled = StallProofTime.stalled().minus(this.stalledBefore);
		assertThat(Duration.ofNanos(first.after(history(), nanos).getAsLong() - nanos)).as("the next grant")
			.isLessThan(limit.plus(stalled));
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

	WorkloadPlan plan() {
		return this.plan;
	}

	Servers servers() {
		return this.servers;
	}

	/**
	 * The server that has the first of the locks.
	 */
	EmbeddedRedis server() {
		return this.servers.serving("lock:" + this.plan.key(0));
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
		return this.resource;
	}

	List<ChildJvm> children() {
		return this.children;
	}

	LockClient observer() {
		return this.observer;
	}

	List<Amnesia> amnesias() {
		return this.amnesias;
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
	 * @param nanos when it still had them
	 */
	void forgotSince(long nanos) {
		this.amnesias.add(new Amnesia(nanos, System.nanoTime()));
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
		this.children.forEach(ChildJvm::resume);
		this.children.forEach(ChildJvm::go);
		this.children.forEach((child) -> child.await("STOPPED"));
		Report report = new Report(this);
		report.assertNothingIsHeld();
		this.children.forEach(ChildJvm::go);
		this.children.forEach((child) -> assertThat(child.await("LEFT")).as("threads left").isEqualTo("[]"));
		this.children.forEach((child) -> assertThat(child.awaitExit()).isZero());
		this.children.clear();
		return report;
	}

	@Override
	public void close() {
		this.children.forEach(ChildJvm::close);
		this.observer.close();
		this.redis.shutdown();
		this.resource.close();
		network(RespProxy::close);
		this.servers.close();
	}

	private interface FirstGrant {

		OptionalLong after(History history, long nanos);

	}

}
