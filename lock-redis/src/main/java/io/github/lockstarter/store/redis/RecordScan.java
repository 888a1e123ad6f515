package io.github.lockstarter.store.redis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

import io.github.lockstarter.store.LockPage;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.cluster.ServedSlots;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.connection.Failures;
import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;

/**
 * Lists the records of a server, or of a Cluster's primaries one after the other. The
 * cursor is that of Redis, in a Cluster preceded by the id of the node.
 */
final class RecordScan {

	private static final Pattern CURSOR = Pattern.compile("(\\w+-)?\\d{1,20}");

	private final Connections connections;

	private final String keyPrefix;

	private final String pattern;

	RecordScan(Connections connections, String keyPrefix) {
		this.connections = connections;
		this.keyPrefix = keyPrefix;
		this.pattern = keyPrefix.replaceAll("[*?\\[\\]\\\\]", "\\\\$0") + "*";
	}

	CompletionStage<LockPage> page(String cursor, int count) {
		if (!cursor.equals(LockPage.FIRST) && !CURSOR.matcher(cursor).matches()) {
			throw new IllegalArgumentException(isNone(cursor));
		}
		CompletionStage<Void> ready = cursor.equals(LockPage.FIRST) ? this.connections.topology().refresh()
				: CompletableFuture.completedStage(null);
		CompletionStage<LockPage> page = ready.thenCompose((nothing) -> this.connections.commands())
			.thenCompose((connection) -> page(connection, cursor, count));
		return Failures.translated(page, this.pattern);
	}

	private CompletionStage<LockPage> page(StatefulConnection<String, String> connection, String cursor, int count) {
		if (connection instanceof StatefulRedisClusterConnection<String, String> cluster) {
			return pageOfNode(cluster, cursor, count);
		}
		return scan((StatefulRedisConnection<String, String>) connection, cursor, count)
			.thenApply((found) -> page(found, found.isFinished() ? "" : found.getCursor()));
	}

	private CompletionStage<LockPage> pageOfNode(StatefulRedisClusterConnection<String, String> cluster, String cursor,
			int count) {
		List<RedisClusterNode> primaries = primaries(cluster);
		int dash = cursor.indexOf('-');
		int index = cursor.equals(LockPage.FIRST) ? 0 : indexOf(primaries, cursor, dash);
		return this.connections.topology()
			.to(cluster, primaries.get(index))
			.thenCompose((node) -> scan(node, cursor.substring(dash + 1), count))
			.thenApply((found) -> page(found, next(primaries, index, found)));
	}

	private static List<RedisClusterNode> primaries(StatefulRedisClusterConnection<String, String> cluster) {
		List<RedisClusterNode> primaries = new ArrayList<>(cluster.getPartitions());
		primaries.removeIf((node) -> !node.is(NodeFlag.UPSTREAM) || !ServedSlots.any(node));
		if (primaries.isEmpty()) {
			throw new StoreException("no node of the Redis Cluster serves any slot", true, null);
		}
		primaries.sort(Comparator.comparing(RedisClusterNode::getNodeId));
		return primaries;
	}

	private static int indexOf(List<RedisClusterNode> primaries, String cursor, int dash) {
		if (dash < 0) {
			throw foreign(cursor);
		}
		String id = cursor.substring(0, dash);
		for (int index = 0; index < primaries.size(); index++) {
			if (primaries.get(index).getNodeId().equals(id)) {
				return index;
			}
		}
		throw new StoreException("the Redis Cluster changed while its locks were listed; start the listing again", true,
				null);
	}

	private static String next(List<RedisClusterNode> primaries, int index, KeyScanCursor<String> found) {
		if (!found.isFinished()) {
			return primaries.get(index).getNodeId() + "-" + found.getCursor();
		}
		return (index + 1 < primaries.size()) ? primaries.get(index + 1).getNodeId() + "-0" : "";
	}

	private CompletionStage<KeyScanCursor<String>> scan(StatefulRedisConnection<String, String> server, String cursor,
			int count) {
		String from = cursor.equals(LockPage.FIRST) ? ScanCursor.INITIAL.getCursor() : cursor;
		if (from.indexOf('-') >= 0) {
			throw foreign(cursor);
		}
		KeyScanArgs keys = new KeyScanArgs().match(this.pattern).limit(count).type("string");
		return this.connections.inFlight().follow(server, server.async().scan(ScanCursor.of(from), keys));
	}

	private LockPage page(KeyScanCursor<String> found, String next) {
		List<String> keys = found.getKeys().stream().map((key) -> key.substring(this.keyPrefix.length())).toList();
		return new LockPage(keys, next);
	}

	private static StoreException foreign(String cursor) {
		return new StoreException(isNone(cursor), false, null);
	}

	private static String isNone(String cursor) {
		return "'" + cursor + "' is not a cursor of this store; start the listing at the first page";
	}

}
