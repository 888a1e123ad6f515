package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.ReleaseRequest;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.memory.MemoryLockStore;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.RedisClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tells the stores on Redis and in memory the same by chance, and compares what they say.
 * The system property {@code simulation.first} chooses other seeds.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class SameAnswersIntegrationTests {

	private static final long FIRST = Long.getLong("simulation.first", 0);

	private static final int ROUNDS = 250;

	/** On a busy machine, few are quick enough. */
	private static final int MOST_ROUNDS = 20 * ROUNDS;

	private static final int STEPS = 40;

	private static final int INSTANCES = 3;

	/** A grant that is not claimed in time would be another matter of chance. */
	private static final Duration LONGEST_ROUND = Duration.ofMillis(400);

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final List<Optional<Share>> SHARES = List.of(Optional.empty(), Optional.of(Share.READER),
			Optional.of(new Share(1, 2)), Optional.of(new Share(2, 3)));

	/** Those for which there is short code. */
	private static final List<Operation> USUAL = List.of(Operation.QUEUE, Operation.RELEASE_AND_FORGET,
			Operation.REQUEUE_AND_FORGET);

	private static final Owner OWNER = new Owner("shop", "web-1", "main");

	private int compared;

	@Test
	void whateverIsAskedTheAnswersAreTheSame() {
		try (RedisClient client = EmbeddedRedis.shared().newClient()) {
			Side redis = new Side(new RedisLockStore(TestServers.of(EmbeddedRedis.shared()), "lock:"));
			Side memory = new Side(new MemoryLockStore());
			for (int i = 0; i < ROUNDS || (this.compared <= ROUNDS / 2 && i < MOST_ROUNDS); i++) {
				compare(FIRST + i, redis, memory);
			}
			redis.close();
			memory.close();
		}
		assertThat(this.compared).isGreaterThan(ROUNDS / 2);
	}

	private void compare(long seed, Side redis, Side memory) {
		String key = "same:" + UUID.randomUUID();
		List<Step> steps = steps(new Random(seed));
		long startedAt = System.nanoTime();
		List<String> expected = memory.run(key, steps);
		List<String> answers = redis.run(key, steps);
		if (System.nanoTime() - startedAt < LONGEST_ROUND.toNanos()) {
			this.compared++;
			assertThat(answers).as("answers with -Dsimulation.first=%d", seed).isEqualTo(expected);
			await().untilAsserted(() -> assertThat(redis.grants(key)).as("grants with -Dsimulation.first=%d", seed)
				.isEqualTo(memory.grants(key)));
		}
	}

	/**
	 * In half of the rounds all want the lock alone, and in a quarter in the order of
	 * their requests.
	 */
	private static List<Step> steps(Random random) {
		boolean alone = random.nextBoolean();
		boolean inOrder = alone && random.nextBoolean();
		long[] sequences = new long[INSTANCES];
		List<Step> steps = new ArrayList<>();
		for (int i = 0; i < STEPS; i++) {
			int instance = random.nextInt(INSTANCES);
			Operation operation = (alone && random.nextBoolean()) ? USUAL.get(random.nextInt(USUAL.size()))
					: Operation.values()[random.nextInt(Operation.values().length)];
			sequences[instance] += (random.nextInt(3) == 0 || operation == Operation.REQUEUE_AND_FORGET) ? 1 : 0;
			long sequence = Math.max(sequences[instance] - ((random.nextInt(8) == 0) ? 1 : 0), 1);
			steps.add(new Step(operation, instance, sequence, random.nextInt(4),
					alone ? Optional.empty() : SHARES.get(random.nextInt(4)),
					inOrder ? Optional.empty() : waited(random), (i + sequence) % 3 == 0));
		}
		return steps;
	}

	/** In seconds, so that the order does not depend on how fast the steps are. */
	private static Optional<Duration> waited(Random random) {
		return random.nextBoolean() ? Optional.of(Duration.ofSeconds(random.nextInt(1_000_000))) : Optional.empty();
	}

	private enum Operation {

		TRY, QUEUE, QUEUE_AGAIN, QUEUE_WITH_OTHERS, RENEW, RELEASE, REQUEUE, TRY_AGAIN, RELEASE_AND_KEEP,
		RELEASE_AND_FORGET, RELEASE_WITH_OTHERS,

		REQUEUE_AND_FORGET, FORCE_RELEASE

	}

	private record Step(Operation operation, int instance, long sequence, int passes, Optional<Share> share,
			Optional<Duration> waited, boolean supersedes) {

		String run(LockSession session, String key, AtomicLong newest) {
			boolean forced = this.operation == Operation.FORCE_RELEASE && done(session.forceRelease(key));
			List<StoreAnswer> answers = ask(session, key);
			LockRecord record = done(session.inspect(key));
			String holders = record.holds()
				.stream()
				.map((hold) -> hold.instance() + ":" + hold.sequence() + "x" + hold.permits() + "of" + hold.capacity())
				.sorted()
				.toList()
				.toString();
			LockRecord.Hold hold = record.hold();
			return this + " -> " + answers.stream().map((answer) -> describe(answer, hold, newest)).toList() + ", "
					+ holders + ", " + record.waiters() + " waiting" + (forced ? ", by force" : "");
		}

		private List<StoreAnswer> ask(LockSession session, String key) {
			return switch (this.operation) {
				case TRY -> List.of(done(session.acquire(request(key, Duration.ZERO))));
				case QUEUE, QUEUE_AGAIN -> List.of(done(session.acquire(request(key, LEASE))));
				case QUEUE_WITH_OTHERS -> queueTwice(session, request(key, LEASE));
				case RENEW -> List.of(done(session.renew(key, this.sequence, LEASE)));
				case RELEASE -> List.of(done(session.release(key, this.sequence, this.passes)));
				case RELEASE_AND_KEEP -> List.of(done(session.release(key, this.sequence, this.passes, LEASE)));
				case RELEASE_AND_FORGET ->
					List.of(done(session.releaseWithoutMark(key, this.sequence, this.passes, Duration.ZERO)));
				case RELEASE_WITH_OTHERS -> List.of(releaseWithOthers(session, key));
				case REQUEUE, TRY_AGAIN -> requeue(session, key);
				case REQUEUE_AND_FORGET ->
					both(done(session.requeueWithoutMark(this.sequence - 1, this.passes, request(key, LEASE))));
				case FORCE_RELEASE -> List.of();
			};
		}

		private static List<StoreAnswer> queueTwice(LockSession session, AcquireRequest request) {
			return session.acquire(List.of(request, request)).stream().map(SameAnswersIntegrationTests::done).toList();
		}

		private StoreAnswer releaseWithOthers(LockSession session, String key) {
			return done(session.releaseWithoutMark(List.of(new ReleaseRequest(key, this.sequence, this.passes),
					new ReleaseRequest(key + "-other", this.sequence, 0)))
				.get(0));
		}

		private List<StoreAnswer> requeue(LockSession session, String key) {
			Duration placeTimeout = (this.operation == Operation.REQUEUE) ? LEASE : Duration.ZERO;
			AcquireRequest next = request(key, placeTimeout);
			Requeued answers = done(inOneStep(session) ? session.requeue(this.sequence - 1, this.passes, next)
					: inTwoSteps(session, next));
			return both(answers);
		}

		private static List<StoreAnswer> both(Requeued answers) {
			return List.of(answers.released(), answers.next());
		}

		/**
		 * One of the two stores does it in one step, the other in two, by which an older
		 * caller would lose its turn.
		 */
		private boolean inOneStep(LockSession session) {
			return this.waited.isPresent() || session instanceof RedisLockSession == (this.passes % 2 == 0);
		}

		private CompletionStage<Requeued> inTwoSteps(LockSession session, AcquireRequest next) {
			return session.release(next.key(), this.sequence - 1, this.passes)
				.thenCompose((released) -> session.acquire(next).thenApply((answer) -> new Requeued(released, answer)));
		}

		private static String describe(StoreAnswer answer, LockRecord.@Nullable Hold hold, AtomicLong newest) {
			return answer.state() + (answer.remaining().isZero() ? " free" : " held") + others(answer.othersWaited())
					+ ((answer.token() != 0 && hold != null) ? " token " + (answer.token() == hold.token()) : "")
					+ ((answer.token() != 0)
							? " after " + Long.signum(answer.token() - newest.getAndSet(answer.token())) : "");
		}

		/** In seconds, rounded, for the steps take a little time. */
		private static String others(@Nullable Duration waited) {
			return (waited != null) ? ", others since " + waited.plusMillis(500).toSeconds() + " s" : "";
		}

		private AcquireRequest request(String key, Duration placeTimeout) {
			AcquireRequest plain = new AcquireRequest(key, this.sequence, LEASE, OWNER, placeTimeout, this.passes);
			AcquireRequest request = this.share.map(plain::sharing).orElse(plain);
			request = this.supersedes ? request.superseding() : request;
			return this.waited.map(request::waiting).orElse(request);
		}

	}

	private static <T> T done(CompletionStage<T> stage) {
		return stage.toCompletableFuture().join();
	}

	/**
	 * One store, and a session with it for each instance.
	 */
	private static final class Side {

		private final List<LockSession> sessions;

		private final Queue<GrantNotification> grants = new ConcurrentLinkedQueue<>();

		Side(LockStore store) {
			this.sessions = IntStream.range(0, INSTANCES).mapToObj((i) -> open(store, "instance" + i)).toList();
		}

		private LockSession open(LockStore store, String instance) {
			LockSession session = store.open(instance, new Deaf() {

				@Override
				public void granted(GrantNotification grant) {
					Side.this.grants.add(grant);
				}

			});
			done(session.listen("any"));
			return session;
		}

		List<String> run(String key, List<Step> steps) {
			AtomicLong newest = new AtomicLong();
			return steps.stream().map((step) -> step.run(this.sessions.get(step.instance()), key, newest)).toList();
		}

		/** In no order, since each instance has a connection of its own. */
		List<String> grants(String key) {
			return this.grants.stream()
				.filter((grant) -> grant.key().equals(key))
				.map((grant) -> grant.sequence() + Step.others(grant.othersWaited()))
				.sorted()
				.toList();
		}

		void close() {
			this.sessions.forEach(LockSession::close);
		}

	}

}
