package io.github.lockstarter.store.redis;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import io.lettuce.core.sentinel.api.async.RedisSentinelAsyncCommands;

/**
 * Asks all sentinels at once which server is the primary. Lettuce would ask one after the
 * other, and wait a minute for one that is silent, as when it died with the host of the
 * primary. If they disagree, the one that knows of the latest failover is right.
 */
final class PrimaryLookup {

	/**
	 * For each sentinel, so that what hangs does not pile up: as soon as one has
	 * answered, the others have no more than the grace.
	 */
	static final Duration LIMIT = Duration.ofSeconds(4);

	/** How much later than the first the others may answer and still be heard. */
	private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

	private final SessionTimer timer;

	PrimaryLookup(SessionTimer timer) {
		this.timer = timer;
	}

	/**
	 * The address of one sentinel, which has no more than the limit to answer.
	 */
	static RedisURI direct(RedisURI sentinel) {
		return RedisURI.builder(sentinel).withTimeout(LIMIT).build();
	}

	/**
	 * Ask them.
	 * @param uri with the sentinels and the name of the primary
	 * @return fails if none of them answers in time, or none knows the name
	 */
	CompletableFuture<Primary> ask(RedisClient client, RedisURI uri) {
		List<CompletableFuture<Primary>> answers = uri.getSentinels()
			.stream()
			.map((sentinel) -> ask(client, sentinel, uri.getSentinelMasterId()))
			.toList();
		CompletableFuture<Primary> found = new CompletableFuture<>();
		answers.forEach((answer) -> answer.thenRun(() -> this.timer.in(GRACE_NANOS, () -> complete(found, answers))));
		CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).whenComplete((nothing, failure) -> {
			complete(found, answers);
			if (failure != null && !found.isDone()) {
				found.completeExceptionally(failure(uri, failure));
			}
		});
		return found;
	}

	private CompletableFuture<Primary> ask(RedisClient client, RedisURI sentinel, String name) {
		CompletionStage<Primary> answer = client.connectSentinelAsync(StringCodec.UTF8, direct(sentinel))
			.thenCompose((connection) -> ask(connection, name)
				.whenComplete((primary, failure) -> ConnectionHolder.close(connection)));
		return this.timer.limited(answer, LIMIT.toNanos(), "a sentinel did not answer in time");
	}

	/** The epoch first: one that is too old does no harm. */
	private CompletableFuture<Primary> ask(StatefulRedisSentinelConnection<String, String> connection, String name) {
		RedisSentinelAsyncCommands<String, String> commands = connection.async();
		CompletionStage<Long> epoch = commands.master(name).handle((known, failure) -> epoch(known));
		CompletionStage<Primary> answer = commands.getMasterAddrByName(name)
			.thenCombine(epoch, (address, number) -> new Primary((InetSocketAddress) address, number));
		return this.timer.limited(answer, LIMIT.toNanos(), "a sentinel did not answer in time");
	}

	private static long epoch(Map<String, String> known) {
		return (known != null) ? Long.parseLong(known.getOrDefault("config-epoch", "0")) : 0;
	}

	private static void complete(CompletableFuture<Primary> found, List<CompletableFuture<Primary>> answers) {
		answers.stream()
			.filter((answer) -> answer.isDone() && !answer.isCompletedExceptionally())
			.map(CompletableFuture::join)
			.max(Comparator.comparingLong(Primary::epoch))
			.ifPresent(found::complete);
	}

	private static StoreException failure(RedisURI uri, Throwable cause) {
		return new StoreException(
				"no sentinel names the primary '" + uri.getSentinelMasterId() + "' ("
						+ Failures.unwrap(cause).getMessage()
						+ "); check that sentinels run there, and 'spring.data.redis.sentinel'",
				true, Kind.CONNECTION, cause);
	}

}
