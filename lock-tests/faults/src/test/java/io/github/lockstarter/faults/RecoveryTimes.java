package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Measures how soon each application has a lock again: a fresh one, which it asks for
 * when the harm ends. The times are printed. Since a busy machine takes longer, they are
 * held against a goal only with {@code -Drecovery.strict}.
 */
final class RecoveryTimes {

	static final boolean STRICT = System.getProperty("recovery.strict") != null;

	/** Enough for a busy machine; the client library would wait for a minute. */
	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private RecoveryTimes() {
	}

	/**
	 * The harm ends now.
	 * @param harm what it was
	 * @param goal within which a lock is expected
	 * @param prefix of the key, which may name a slot
	 * @param clients one of each application
	 */
	static void measure(String harm, Duration goal, String prefix, LockClient... clients) {
		long endedAt = System.nanoTime();
		List<CompletableFuture<Duration>> asked = Stream.of(clients)
			.map((client) -> client.lock(prefix + UUID.randomUUID()).waitTime(PATIENCE).acquireAsync())
			.map((granted) -> granted.thenApply((held) -> since(endedAt, held)).toCompletableFuture())
			.toList();
		compare(harm, goal, asked.stream().map(CompletableFuture::join).toList());
	}

	/**
	 * The harm has ended, and the locks were had again after these times.
	 * @param harm what it was
	 * @param goal within which each lock is expected
	 * @param times one for each lock
	 */
	static void compare(String harm, Duration goal, List<Duration> times) {
		System.out.println("Locks are back after: " + harm + ": " + times + ", goal " + goal);
		if (STRICT) {
			assertThat(times).as(harm).allSatisfy((time) -> assertThat(time).isLessThanOrEqualTo(goal));
		}
	}

	private static Duration since(long endedAt, LockHandle held) {
		Duration time = Duration.ofNanos(System.nanoTime() - endedAt);
		held.closeAsync();
		return time;
	}

}
