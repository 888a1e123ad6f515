package io.github.lockstarter.store.redis;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import io.lettuce.core.sentinel.api.async.RedisSentinelAsyncCommands;

/**
 * Asks all sentinels at once which server is the primary. Lettuce would ask one after the
 * other, and wait a minute for one that is silent, as when it died with the host of the
 * primary. If they disagree, the one that knows of the latest failover is right. One that
 * has missed a failover that is known here is not believed before all have answered.
 */
final class PrimaryLookup {

	/** How much later than the first the others may answer and still be heard. */
	static final Duration GRACE = Duration.ofMillis(200);

	private final SentinelConnections connections;

	private final SessionTimer timer;

	PrimaryLookup(SentinelConnections connections, SessionTimer timer) {
		this.connections = connections;
		this.timer = timer;
	}

	/**
	 * Ask them.
	 * @param uri with the sentinels and the name of the primary
	 * @param epoch of the latest failover that is known
	 * @return fails if none of them answers in time, or none knows the name
	 */
	CompletableFuture<Primary> ask(RedisClient client, RedisURI uri, long epoch) {
		List<CompletableFuture<Primary>> answers = uri.getSentinels()
			.stream()
			.map((sentinel) -> ask(client, sentinel, uri.getSentinelMasterId()))
			.toList();
		CompletableFuture<Primary> found = new CompletableFuture<>();
		answers.forEach((answer) -> answer
			.thenRun(() -> this.timer.in(GRACE.toNanos(), () -> complete(found, answers, epoch))));
		CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).whenComplete((nothing, failure) -> {
			complete(found, answers, 0);
			if (!found.isDone()) {
				found.completeExceptionally(failure(uri, answers));
			}
		});
		return found;
	}

	private CompletableFuture<Primary> ask(RedisClient client, RedisURI sentinel, String name) {
		return this.connections.open(sentinel, (uri) -> client.connectSentinelAsync(StringCodec.UTF8, uri))
			.thenCompose((connection) -> ask(connection, name)
				.whenComplete((primary, failure) -> this.connections.close(connection)));
	}

	/** The epoch first: one that is too old does no harm. */
	private CompletableFuture<Primary> ask(StatefulRedisSentinelConnection<String, String> connection, String name) {
		RedisSentinelAsyncCommands<String, String> commands = connection.async();
		CompletionStage<Long> epoch = commands.master(name).handle((known, failure) -> epoch(known));
		CompletionStage<Primary> answer = commands.getMasterAddrByName(name).thenCombine(epoch, (address, number) -> {
			if (address instanceof InetSocketAddress primary) {
				return new Primary(primary, number);
			}
			throw new StoreException("it does not know this name", true, Kind.CONNECTION, null);
		});
		return this.connections.limited(answer);
	}

	private static long epoch(Map<String, String> known) {
		return (known != null) ? Long.parseLong(known.getOrDefault("config-epoch", "0")) : 0;
	}

	private static void complete(CompletableFuture<Primary> found, List<CompletableFuture<Primary>> answers,
			long epoch) {
		answers.stream()
			.filter((answer) -> answer.isDone() && !answer.isCompletedExceptionally())
			.map(CompletableFuture::join)
			.filter((primary) -> primary.epoch() >= epoch)
			.max(Comparator.comparingLong(Primary::epoch))
			.ifPresent(found::complete);
	}

	/** If each refuses for good, there is no use in asking again. */
	private static StoreException failure(RedisURI uri, List<CompletableFuture<Primary>> answers) {
		List<StoreException> causes = answers.stream()
			.map((answer) -> answer.handle((primary, failure) -> cause(Objects.requireNonNull(failure))).join())
			.toList();
		return causes.stream().allMatch((cause) -> !cause.isPassing()) ? causes.get(0) : new StoreException(
				"no sentinel names the primary '" + uri.getSentinelMasterId() + "' (" + causes.get(0).getMessage()
						+ "); check that sentinels run there, and 'spring.data.redis.sentinel'",
				true, Kind.CONNECTION, causes.get(0));
	}

	private static StoreException cause(Throwable failure) {
		return (Failures.unwrap(failure) instanceof RedisConnectionException unconnected)
				? ConnectionFailures.translateOfSentinel(unconnected) : Failures.translate(failure, "");
	}

}
