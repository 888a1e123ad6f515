package io.github.lockstarter.store.redis;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.store.StoreCondition;
import io.github.lockstarter.store.redis.cluster.Slots;
import io.github.lockstarter.store.redis.command.CommandServer;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import io.github.lockstarter.store.redis.connection.ServerClient;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.SlotHash;
import org.jspecify.annotations.Nullable;

/**
 * Asks Redis for its condition: the server, or in a Cluster each primary that serves
 * slots.
 */
final class ServerReports {

	private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);

	private ServerReports() {
	}

	static CompletionStage<StoreCondition> ask(Connections connections, int replicas) {
		return RedisErrors.translated(connections.servers()
			.known()
			.thenCompose((servers) -> all(servers.stream().map(ServerReports::report).toList())
				.thenApply((reports) -> new StoreCondition(details(servers, reports), problems(reports, replicas))))
			.thenCombine(unservedSlots(connections), ServerReports::with)
			.whenComplete((condition, failure) -> {
				if (failure != null) {
					// the next answer may come from the node that has replaced another
					connections.topology().refresh();
				}
			}), "info");
	}

	/**
	 * The dangers to locks on the servers that answer soon, if there are any. A silent
	 * server does not hide those of the others.
	 */
	static CompletionStage<Optional<String>> problem(Connections connections, int replicas) {
		return connections.servers()
			.known()
			.thenCompose((servers) -> all(
					servers.stream().map((server) -> answered(report(server), connections.timer())).toList()))
			.thenApply((answers) -> problems(answers.stream().flatMap(Optional::stream).toList(), replicas))
			.thenCombine(unservedSlots(connections), ServerReports::joined)
			.thenApply(Optional::ofNullable);
	}

	/** The problem if the nodes of a Cluster don't serve all slots. */
	private static CompletionStage<@Nullable String> unservedSlots(Connections connections) {
		return !connections.areNodes() ? CompletableFuture.completedStage(null)
				: connections.servers().primaries().thenApply((nodes) -> unserved(Slots.unserved(nodes)));
	}

	private static @Nullable String unserved(long slots) {
		return (slots == 0) ? null
				: "no node of the Redis Cluster serves "
						+ ((slots == SlotHash.SLOT_COUNT) ? "any slot, so no lock can be acquired"
								: slots + " of the " + SlotHash.SLOT_COUNT
										+ " slots, so locks in these, or in all, can't be acquired")
						+ "; see 'redis-cli cluster info'.";
	}

	private static StoreCondition with(StoreCondition condition, @Nullable String problem) {
		return new StoreCondition(condition.details(), joined(condition.problem(), problem));
	}

	private static @Nullable String joined(@Nullable String problem, @Nullable String other) {
		return (problem != null && other != null) ? problem + " " + other : (problem != null) ? problem : other;
	}

	private static CompletableFuture<Optional<ServerReport>> answered(CompletableFuture<ServerReport> report,
			SessionTimer timer) {
		return timer.limited(report, LIMIT_NANOS, "it did not answer in time")
			.handle((known, failure) -> Optional.ofNullable(known));
	}

	private static <T> CompletableFuture<List<T>> all(List<CompletableFuture<T>> answers) {
		return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
			.thenApply((nothing) -> answers.stream().map(CompletableFuture::join).toList());
	}

	/** Before version 7, Redis reports one section at a time. */
	private static CompletableFuture<ServerReport> report(CommandServer asked) {
		RedisURI node = asked.node();
		String address = (node != null) ? ServerClient.hostAndPort(node) : "";
		Function<String, CompletionStage<String>> info = (section) -> asked.ask((commands) -> commands.info(section));
		CompletionStage<String> server = info.apply("server");
		CompletionStage<String> memory = info.apply("memory");
		CompletionStage<String> replication = info.apply("replication");
		return server.thenCombine(memory, (first, second) -> first + "\n" + second)
			.thenCombine(replication, (first, second) -> ServerReport.of(address, first + "\n" + second))
			.exceptionally((failure) -> denied(address, failure))
			.toCompletableFuture();
	}

	/** A refusal is an answer as well, so the server is up. */
	private static ServerReport denied(String address, Throwable failure) {
		Throwable cause = (failure.getCause() != null) ? failure.getCause() : failure;
		if (cause instanceof RedisCommandExecutionException && String.valueOf(cause.getMessage()).contains("NOPERM")) {
			return new ServerReport(address, Map.of());
		}
		throw RedisErrors.translate(failure, address);
	}

	private static Map<String, String> details(List<CommandServer> servers, List<ServerReport> reports) {
		if (servers.size() == 1 && servers.get(0).node() == null) {
			return reports.get(0).details();
		}
		Map<String, String> details = new LinkedHashMap<>();
		details.put("mode", "cluster");
		reports.forEach((report) -> details.put(report.address(), line(report.details())));
		return details;
	}

	private static @Nullable String problems(List<ServerReport> reports, int replicas) {
		String problems = reports.stream()
			.flatMap((report) -> Stream.of(report.problem(), report.missingReplicas(replicas)))
			.filter(Objects::nonNull)
			.collect(Collectors.joining(" "));
		return problems.isEmpty() ? null : problems;
	}

	private static String line(Map<String, String> details) {
		return details.entrySet()
			.stream()
			.filter((detail) -> !detail.getKey().equals("mode"))
			.map((detail) -> detail.getKey() + " " + detail.getValue())
			.collect(Collectors.joining(", "));
	}

}
