package io.github.lockstarter.store.redis.command;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.store.redis.TestServers;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StoredRecord;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for how many commands the operations of a session cost, and for what happens to
 * those that share one.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class ScriptExecutorIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(20);

	private static final Owner OWNER = new Owner("shop", "one", "main");

	private static final int HAND_OVERS = 10;

	private static final int MANY = 2 * ScriptBatch.LARGEST + 1;

	/** So many requests are answered in time on a busy machine, too. */
	private static final int PORTION = 500;

	private final EmbeddedRedis server = EmbeddedRedis.start();

	/** Ten thousand commands at once take their time on a busy machine. */
	private final RedisClient redis = this.server.newClient(Duration.ofMinutes(1));

	private final RedisCommands<String, String> admin = this.redis.connect().sync();

	private final String instance = UUID.randomUUID().toString();

	private final LockSession session = new RedisLockStore(TestServers.of(this.server), "lock:").open(this.instance,
			new Deaf());

	@BeforeEach
	void connect() {
		done(this.session.warmUp());
		// it goes on to look at a record, whose script the server does not have yet
		await().until(() -> calls("eval") > 0);
	}

	@Test
	void requeueingIsOneCommandAndWritesOnce() {
		acquire("a", 1);
		long before = calls("evalsha") + calls("eval");
		long writes = calls("set");
		Requeued answers = done(this.session.requeue(1, 0, request("a", 2)));
		assertThat(answers.next().state()).isEqualTo(AcquisitionState.GRANTED);
		// the first call by the digest finds that the server has no such script
		assertThat(calls("evalsha") + calls("eval") - before).isEqualTo(2);
		assertThat(calls("set") - writes).isEqualTo(1);
		done(this.session.requeue(2, 0, request("a", 3)));
		assertThat(calls("evalsha") + calls("eval") - before).isEqualTo(3);
	}

	@Test
	void whoQueuesIsToldWhichServerItIs() {
		String server = this.admin.info("server").replaceAll("(?s).*run_id:(\\w+).*", "$1");
		acquire("a", 1);
		LockSession another = another();
		assertThat(done(another.acquire(waiting("a"))).clock().server()).isEqualTo(server);
		another.close();
	}

	/** The sessions ask for information when they connect, and so does the count. */
	@Test
	void handOversAskTheServerForNoInformation() {
		LockSession another = another();
		done(another.listen("0"));
		done(another.inspect("0"));
		done(this.session.inspect("0"));
		long before = calls("info");
		for (int i = 0; i < HAND_OVERS; i++) {
			String key = Integer.toString(i);
			acquire(key, 1);
			assertThat(done(another.acquire(waiting(key))).state()).isEqualTo(AcquisitionState.QUEUED);
			done(this.session.release(key, 1, 0, Duration.ZERO));
			assertThat(done(another.acquire(waiting(key))).state()).isEqualTo(AcquisitionState.GRANTED);
		}
		assertThat(calls("info") - before).isLessThan(HAND_OVERS);
		another.close();
	}

	private LockSession another() {
		return new RedisLockStore(TestServers.of(this.server), "lock:").open("another", new Deaf());
	}

	private static AcquireRequest waiting(String key) {
		return new AcquireRequest(key, 1, LEASE, OWNER, LEASE);
	}

	@Test
	void manyLeasesAreRenewedByFewCommands() {
		acquireMany();
		renewMany().forEach(ScriptExecutorIntegrationTests::done);
		long before = calls("evalsha");
		assertThat(renewMany()).allMatch((stage) -> done(stage).state() == AcquisitionState.GRANTED);
		assertThat(calls("evalsha") - before).isEqualTo(3);
		assertThat(this.admin.pttl("lock:0")).isBetween(20_000L, 25_000L);
	}

	/** A script in full is a hundred times as long as its digest. */
	@Test
	void whatTheServerHasLostIsSentInFullOnce() {
		acquire("a", 1);
		done(this.session.release("a", 1, 0, Duration.ZERO));
		this.admin.scriptFlush();
		long before = calls("eval");
		List<CompletionStage<StoreAnswer>> released = IntStream.range(0, PORTION)
			.mapToObj((each) -> this.session.release(Integer.toString(each), each, 0, Duration.ZERO))
			.toList();
		released.forEach(ScriptExecutorIntegrationTests::done);
		assertThat(calls("eval") - before).isEqualTo(1);
		this.admin.scriptFlush();
		done(this.session.release("a", 1, 0, Duration.ZERO));
		assertThat(calls("eval") - before).isEqualTo(2);
	}

	@Test
	void whatIsWrongWithOneRecordConcernsNoOther() {
		acquireMany();
		this.admin.set("lock:3", "mine");
		this.admin.set("lock:5", StoredRecord.ofLayout(99));
		this.admin.del("lock:7");
		List<CompletionStage<StoreAnswer>> stages = renewMany();
		assertThatExceptionOfType(StoreException.class).isThrownBy(() -> unwrapped(stages.get(3)))
			.withMessageContaining("the key 'lock:3' holds something other than a lock");
		assertThatExceptionOfType(StoreException.class).isThrownBy(() -> unwrapped(stages.get(5)))
			.withMessageContaining("the key 'lock:5' holds a record of layout '99'");
		assertThat(done(stages.get(7)).state()).isEqualTo(AcquisitionState.UNKNOWN);
		assertThat(this.admin.get("lock:3")).isEqualTo("mine");
		assertThat(this.admin.ttl("lock:3")).isEqualTo(-1);
		for (int i = 8; i < MANY; i++) {
			assertThat(done(stages.get(i)).state()).isEqualTo(AcquisitionState.GRANTED);
		}
	}

	@Test
	void whoMayNotTouchOneRecordRenewsTheOthers() {
		this.admin.aclSetuser("some",
				AclSetuserArgs.Builder.on().addPassword("secret").allCommands().allChannels().keyPattern("lock:1*"));
		acquireMany();
		RedisURI uri = RedisURI.builder(this.server.uri()).withAuthentication("some", "secret".toCharArray()).build();
		try (LockSession some = new RedisLockStore(RedisServers.at(uri), "lock:").open(this.instance, new Deaf())) {
			List<CompletionStage<StoreAnswer>> stages = some
				.renew(List.of(new RenewRequest("1", 1, LEASE), new RenewRequest("2", 1, LEASE)));
			assertThat(done(stages.get(0)).state()).isEqualTo(AcquisitionState.GRANTED);
			assertThatExceptionOfType(StoreException.class).isThrownBy(() -> unwrapped(stages.get(1)))
				.withMessageContaining("the Redis user lacks permissions that locks need");
		}
	}

	@Test
	void manyLeasesAreRenewedAtFullMemory() {
		acquireMany();
		this.admin.configSet("maxmemory", "1");
		assertThat(renewMany()).allMatch((stage) -> done(stage).remaining().equals(LEASE));
		this.admin.configSet("maxmemory", "0");
	}

	@Test
	void tenThousandWaitersAskAgainByFiftyScriptsThatDoLittle() {
		String other = UUID.randomUUID().toString();
		try (LockSession waiter = new RedisLockStore(TestServers.of(this.server), "lock:").open(other, new Deaf())) {
			int waiters = 10_000;
			List<AcquireRequest> requests = waiting(waiter, waiters);
			long scripts = calls("evalsha") + calls("eval");
			long looks = calls("get");
			long writes = calls("setrange") + calls("pexpire");
			long others = calls("info") + calls("pubsub|numsub") + calls("time");
			assertThat(waiter.acquire(requests)).allMatch((stage) -> done(stage).state() == AcquisitionState.QUEUED);
			int batches = waiters / ScriptBatch.LARGEST;
			// the first call by the digest finds that the server has no such script, and
			// the others may too
			assertThat(calls("evalsha") + calls("eval") - scripts).isBetween(batches + 1L, 2L * batches);
			assertThat(calls("get") - looks).isEqualTo(waiters);
			assertThat(calls("setrange") + calls("pexpire") - writes).isEqualTo(waiters + batches);
			// the test asks for INFO itself
			assertThat(calls("info") + calls("pubsub|numsub") + calls("time") - others).isLessThan(4L * batches);
			scripts = calls("evalsha") + calls("eval");
			assertThat(waiter.acquire(requests)).allMatch((stage) -> done(stage).state() == AcquisitionState.QUEUED);
			assertThat(calls("evalsha") + calls("eval") - scripts).isEqualTo(batches);
		}
	}

	@Test
	void waitersAskAgainAtFullMemoryWhateverIsWrongWithSomeRecords() {
		String other = UUID.randomUUID().toString();
		try (LockSession waiter = new RedisLockStore(TestServers.of(this.server), "lock:").open(other, new Deaf())) {
			List<AcquireRequest> requests = waiting(waiter, 10);
			this.admin.set("lock:3", "mine");
			this.admin.set("lock:5", StoredRecord.ofLayout(99));
			this.admin.configSet("maxmemory", "1");
			List<CompletionStage<StoreAnswer>> stages = waiter.acquire(requests);
			assertThatExceptionOfType(StoreException.class).isThrownBy(() -> unwrapped(stages.get(3)))
				.withMessageContaining("the key 'lock:3' holds something other than a lock");
			assertThatExceptionOfType(StoreException.class).isThrownBy(() -> unwrapped(stages.get(5)))
				.withMessageContaining("the key 'lock:5' holds a record of layout '99'");
			IntStream.of(0, 1, 2, 4, 6, 7, 8, 9)
				.forEach((i) -> assertThat(done(stages.get(i)).state()).isEqualTo(AcquisitionState.QUEUED));
			assertThat(this.admin.pttl("lock:9")).isBetween(5_001L, 65_000L);
			this.admin.configSet("maxmemory", "0");
		}
	}

	/** Requests that wait for locks that are held. */
	private List<AcquireRequest> waiting(LockSession waiter, int count) {
		List<String> keys = IntStream.range(0, count).mapToObj(Integer::toString).toList();
		inPortions(keys,
				(key) -> this.session.acquire(new AcquireRequest(key, 1, Duration.ofMinutes(1), OWNER, Duration.ZERO)));
		done(waiter.listen("0"));
		List<AcquireRequest> requests = keys.stream()
			.map((key) -> new AcquireRequest(key, 1, LEASE, OWNER, Duration.ofMinutes(1)))
			.toList();
		inPortions(requests, waiter::acquire);
		return requests;
	}

	private static <T> void inPortions(List<T> all, Function<T, CompletionStage<StoreAnswer>> ask) {
		for (int from = 0; from < all.size(); from += PORTION) {
			all.subList(from, Math.min(from + PORTION, all.size()))
				.stream()
				.map(ask)
				.toList()
				.forEach(ScriptExecutorIntegrationTests::done);
		}
	}

	private void acquire(String key, long sequence) {
		assertThat(done(this.session.acquire(request(key, sequence))).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	private void acquireMany() {
		IntStream.range(0, MANY).forEach((i) -> acquire(Integer.toString(i), 1));
	}

	private List<CompletionStage<StoreAnswer>> renewMany() {
		return this.session
			.renew(IntStream.range(0, MANY).mapToObj((i) -> new RenewRequest(Integer.toString(i), 1, LEASE)).toList());
	}

	private static AcquireRequest request(String key, long sequence) {
		return new AcquireRequest(key, sequence, Duration.ofSeconds(10), OWNER, Duration.ZERO);
	}

	private static <T> T done(CompletionStage<T> stage) {
		return stage.toCompletableFuture().join();
	}

	private static void unwrapped(CompletionStage<?> stage) throws Throwable {
		try {
			done(stage);
		}
		catch (CompletionException ex) {
			throw ex.getCause();
		}
	}

	private long calls(String command) {
		return this.admin.info("commandstats")
			.lines()
			.filter((line) -> line.startsWith("cmdstat_" + command + ":"))
			.mapToLong((line) -> Long.parseLong(line.replaceAll("[^:]*:calls=(\\d+),.*", "$1")))
			.sum();
	}

	@AfterEach
	void close() {
		this.session.close();
		this.redis.shutdown();
		this.server.close();
	}

}
