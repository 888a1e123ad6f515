package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for threads whose stack overflows while they use locks.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class DeepStackIntegrationTests {

	private static final int THREADS = 5;

	private static final int DEEPEST = 20_000;

	private static final long STACK_BYTES = 256 * 1024;

	private static final Duration LEASE = Duration.ofMinutes(1);

	private static final Owner OWNER = new Owner("shop", "web-1", "main");

	private final String prefix = "deep:" + UUID.randomUUID() + ":";

	@Test
	void anOverflowComesBeforeACommandIsSentOrNotAtAll() throws InterruptedException {
		try (RedisClient client = RedisClient.create(EmbeddedRedis.shared().uri())) {
			LockSession session = new RedisLockStore(TestServers.of(EmbeddedRedis.shared()), "lock:").open("one",
					new Deaf());
			assertThat(granted(session, this.prefix + "before")).isTrue();
			for (int i = 0; i < THREADS; i++) {
				assertAllGranted(overflow(session, this.prefix + i + ":"));
			}
			assertThat(granted(session, this.prefix + "after")).isTrue();
			assertThat(session.release(this.prefix + "after", 1)).succeedsWithin(Duration.ofSeconds(10));
			session.close();
			await().until(() -> !isAnybodyWaitingForWriters());
		}
	}

	/**
	 * Whether the client library waits for writers that it takes to be under way, as it
	 * does for ever when one was not counted out.
	 */
	private static boolean isAnybodyWaitingForWriters() {
		return Thread.getAllStackTraces()
			.values()
			.stream()
			.flatMap(Stream::of)
			.anyMatch((frame) -> frame.getMethodName().equals("lockWritersExclusive"));
	}

	private static AtomicReferenceArray<CompletionStage<StoreAnswer>> overflow(LockSession session, String keys)
			throws InterruptedException {
		AtomicReferenceArray<CompletionStage<StoreAnswer>> answers = new AtomicReferenceArray<>(DEEPEST);
		CompletableFuture<Throwable> end = new CompletableFuture<>();
		Thread thread = new Thread(null, () -> {
			try {
				recurse(session, keys, answers, 0);
			}
			catch (Throwable ex) {
				end.complete(ex);
			}
		}, "deep", STACK_BYTES);
		thread.start();
		thread.join();
		assertThat(end).isCompletedWithValueMatching(StackOverflowError.class::isInstance);
		return answers;
	}

	private static int recurse(LockSession session, String keys,
			AtomicReferenceArray<CompletionStage<StoreAnswer>> answers, int depth) {
		answers.set(depth, session.acquire(new AcquireRequest(keys + depth, 1, LEASE, OWNER, Duration.ZERO)));
		return recurse(session, keys, answers, depth + 1) + 1;
	}

	private static void assertAllGranted(AtomicReferenceArray<CompletionStage<StoreAnswer>> answers) {
		assertThat(answers.get(0)).isNotNull();
		IntStream.range(0, answers.length())
			.mapToObj(answers::get)
			.filter(Objects::nonNull)
			.forEach((answer) -> assertThat(answer).succeedsWithin(Duration.ofSeconds(20))
				.extracting(StoreAnswer::state)
				.isEqualTo(AcquisitionState.GRANTED));
	}

	private static boolean granted(LockSession session, String key) {
		return session.acquire(new AcquireRequest(key, 1, LEASE, OWNER, Duration.ZERO))
			.toCompletableFuture()
			.orTimeout(20, TimeUnit.SECONDS)
			.join()
			.state() == AcquisitionState.GRANTED;
	}

}
