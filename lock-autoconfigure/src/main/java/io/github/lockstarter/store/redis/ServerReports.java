package io.github.lockstarter.store.redis;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.store.StoreCondition;
import io.github.lockstarter.store.redis.cluster.NodeConnections;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.connection.Failures;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import org.jspecify.annotations.Nullable;

/**
 * Asks Redis how it is: the server, or in a Cluster each primary that serves slots.
 */
final class ServerReports {

	private ServerReports() {
	}

	static CompletionStage<StoreCondition> ask(Connections connections, int replicas) {
		return Failures.translated(connections.commands()
			.thenCompose((connection) -> (connection instanceof StatefulRedisClusterConnection<String, String> cluster)
					? ask(cluster, replicas) : ask(connection, replicas)),
				"info");
	}

	private static CompletionStage<StoreCondition> ask(StatefulConnection<String, String> connection, int replicas) {
		return report("", Connections.async(connection), replicas)
			.thenApply((report) -> new StoreCondition(report.details(), problems(List.of(report), replicas)));
	}

	private static CompletionStage<StoreCondition> ask(StatefulRedisClusterConnection<String, String> cluster,
			int replicas) {
		List<CompletableFuture<ServerReport>> reports = cluster.getPartitions()
			.stream()
			.filter((node) -> node.is(RedisClusterNode.NodeFlag.UPSTREAM) && !node.hasNoSlots())
			.map((node) -> report(node, cluster, replicas))
			.toList();
		return CompletableFuture.allOf(reports.toArray(CompletableFuture<?>[]::new))
			.thenApply((all) -> summary(reports.stream().map(CompletableFuture::join).toList(), replicas));
	}

	private static CompletableFuture<ServerReport> report(RedisClusterNode node,
			StatefulRedisClusterConnection<String, String> cluster, int replicas) {
		String address = node.getUri().getHost() + ":" + node.getUri().getPort();
		return NodeConnections.to(cluster, node)
			.thenCompose((connection) -> report(address, connection.async(), replicas));
	}

	/** Before version 7 Redis tells one section at a time. */
	private static CompletableFuture<ServerReport> report(String address,
			RedisClusterAsyncCommands<String, String> commands, int replicas) {
		CompletionStage<String> server = commands.info("server");
		CompletionStage<String> memory = commands.info("memory");
		CompletionStage<String> replication = (replicas > 0) ? commands.info("replication")
				: CompletableFuture.completedStage("");
		return server.thenCombine(memory, (first, second) -> first + "\n" + second)
			.thenCombine(replication, (first, second) -> ServerReport.of(address, first + "\n" + second))
			.exceptionally((failure) -> denied(address, failure))
			.toCompletableFuture();
	}

	/** Whoever may not ask is answered all the same, so the server is there. */
	private static ServerReport denied(String address, Throwable failure) {
		Throwable cause = (failure.getCause() != null) ? failure.getCause() : failure;
		if (cause instanceof RedisCommandExecutionException && String.valueOf(cause.getMessage()).contains("NOPERM")) {
			return new ServerReport(address, Map.of());
		}
		throw Failures.translate(failure, address);
	}

	private static StoreCondition summary(List<ServerReport> reports, int replicas) {
		Map<String, String> details = new LinkedHashMap<>();
		details.put("mode", "cluster");
		reports.forEach((report) -> details.put(report.address(), line(report.details())));
		return new StoreCondition(details, problems(reports, replicas));
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
