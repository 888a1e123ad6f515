package io.github.lockstarter.store.redis.sentinel;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import io.github.lockstarter.store.redis.connection.ServerClient;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import io.lettuce.core.sentinel.api.async.RedisSentinelAsyncCommands;

/**
 * Asks all sentinels at once for the primary. Lettuce would ask one after the other, and
 * wait a minute for a silent one, for example one that died with the host of the primary.
 * If they disagree, the one that knows the latest failover is right. If none knows a
 * failover that is known here, the others have longer to answer, and an older one counts
 * only if more than half of the sentinels answer: the server that it made the primary may
 * still be up, too.
 */
final class PrimaryLookup {

	/** The time after the first answer during which others still count. */
	private static final Duration GRACE = Duration.ofMillis(200);

	/**
	 * The same, if the first have missed a failover. Less than the time of an attempt to
	 * connect.
	 */
	private static final Duration LONG_GRACE = Duration.ofSeconds(1);

	private final String name;

	private final List<SentinelConnector<StatefulRedisSentinelConnection<String, String>>> sentinels;

	private final SessionTimer timer;

	private final Duration grace;

	private final Duration longGrace;

	/**
	 * Create this without a connection, for the sentinels of a client.
	 */
	PrimaryLookup(ServerClient client, SessionTimer timer, Executor threads) {
		this(client, timer, threads, GRACE, LONG_GRACE);
	}

	PrimaryLookup(ServerClient client, SessionTimer timer, Executor threads, Duration grace, Duration longGrace) {
		this.name = client.address().getSentinelMasterId();
		this.sentinels = client.address()
			.getSentinels()
			.stream()
			.map((sentinel) -> new SentinelConnector<>(client, sentinel, timer, threads,
					(current, address) -> current.connectSentinelAsync(StringCodec.UTF8, address)))
			.toList();
		this.timer = timer;
		this.grace = grace;
		this.longGrace = longGrace;
	}

	/**
	 * Ask the sentinels.
	 * @param epoch of the latest failover that is known
	 * @return a stage that fails if none of them answers in time, or none knows the name;
	 * when it ends, whatever ends it, they are asked no more
	 */
	CompletableFuture<Primary> ask(long epoch) {
		CompletableFuture<Primary> found = new CompletableFuture<>();
		List<CompletableFuture<Primary>> answers = this.sentinels.stream()
			.map((sentinel) -> ask(sentinel, found))
			.toList();
		answers.forEach((answer) -> answer.thenRun(() -> {
			this.timer.in(this.grace.toNanos(), () -> newest(answers, epoch).ifPresent(found::complete));
			this.timer.in(this.longGrace.toNanos(), () -> believed(answers, epoch).ifPresent(found::complete));
		}));
		CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).whenComplete((nothing, failure) -> {
			believed(answers, epoch).ifPresent(found::complete);
			if (!found.isDone()) {
				found.completeExceptionally(failure(answers));
			}
		});
		return found;
	}

	private CompletableFuture<Primary> ask(SentinelConnector<StatefulRedisSentinelConnection<String, String>> sentinel,
			CompletableFuture<?> found) {
		CompletableFuture<StatefulRedisSentinelConnection<String, String>> opened = sentinel.open();
		found.whenComplete((primary, failure) -> opened.cancel(false));
		return opened.thenCompose((connection) -> {
			found.whenComplete((primary, failure) -> ConnectionHolder.close(connection));
			return sentinel.limited(ask(connection))
				.whenComplete((primary, failure) -> ConnectionHolder.close(connection));
		}).exceptionally((failure) -> {
			throw sentinel.explain(failure);
		});
	}

	/**
	 * The epoch first: one that is too old does no harm. If another server became the
	 * primary between the two answers, its details are asked for.
	 */
	private CompletionStage<Primary> ask(StatefulRedisSentinelConnection<String, String> connection) {
		RedisSentinelAsyncCommands<String, String> commands = connection.async();
		CompletionStage<Map<String, String>> details = details(commands);
		return commands.getMasterAddrByName(this.name).thenCompose((address) -> {
			if (address instanceof InetSocketAddress primary) {
				return details.thenCompose((known) -> isOf(primary, known) ? details : details(commands))
					.thenApply((known) -> primary(primary, known));
			}
			throw new StoreException("it does not know this name", true, Kind.CONNECTION, null);
		});
	}

	private CompletionStage<Map<String, String>> details(RedisSentinelAsyncCommands<String, String> commands) {
		return commands.master(this.name).handle((known, failure) -> (known != null) ? known : Map.of());
	}

	private static Primary primary(InetSocketAddress address, Map<String, String> known) {
		return new Primary(address, Long.parseLong(known.getOrDefault("config-epoch", "0")),
				isOf(address, known) ? known.getOrDefault("runid", "") : "", false);
	}

	/** A sentinel that promotes a replica names the former primary for a while. */
	private static boolean isOf(InetSocketAddress primary, Map<String, String> known) {
		return String.valueOf(primary.getPort()).equals(known.get("port"))
				&& primary.getHostString().equals(known.get("ip"));
	}

	private static Optional<Primary> believed(List<CompletableFuture<Primary>> answers, long epoch) {
		boolean most = 2 * answered(answers).count() > answers.size();
		return most ? newest(answers, 0).map(Primary::asCertain) : newest(answers, epoch);
	}

	private static Optional<Primary> newest(List<CompletableFuture<Primary>> answers, long epoch) {
		return answered(answers).filter((primary) -> primary.epoch() >= epoch)
			.max(Comparator.comparingLong(Primary::epoch));
	}

	private static Stream<Primary> answered(List<CompletableFuture<Primary>> answers) {
		return answers.stream()
			.filter((answer) -> answer.isDone() && !answer.isCompletedExceptionally())
			.map(CompletableFuture::join);
	}

	/** If all refuse for good, a retry is of no use. */
	private StoreException failure(List<CompletableFuture<Primary>> answers) {
		List<StoreException> causes = answers.stream()
			.filter(CompletableFuture::isCompletedExceptionally)
			.map((answer) -> answer.handle((primary, failure) -> RedisErrors.translate(failure, "")).join())
			.toList();
		if (causes.size() < answers.size()) {
			return new StoreException(
					"too few sentinels of '" + this.name + "' answer, and those that do have missed a failover ("
							+ causes.get(0).getMessage()
							+ "); check that sentinels run there, and 'spring.data.redis.sentinel'",
					true, Kind.CONNECTION, causes.get(0));
		}
		return causes.stream().allMatch((cause) -> !cause.isPassing()) ? causes.get(0)
				: new StoreException(
						"no sentinel names the primary '" + this.name + "' (" + causes.get(0).getMessage()
								+ "); check that sentinels run there, and 'spring.data.redis.sentinel'",
						true, Kind.CONNECTION, causes.get(0));
	}

}
