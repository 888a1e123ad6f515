package io.github.lockstarter.store.redis;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

import io.github.lockstarter.store.LockPage;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.command.CommandServer;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;

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
		CompletionStage<LockPage> page = ready.thenCompose((nothing) -> this.connections.servers().primaries())
			.thenCompose((primaries) -> this.connections.areNodes() ? pageOfNode(sorted(primaries), cursor, count)
					: pageOfOnly(cursor, count));
		return RedisErrors.translated(page, this.pattern);
	}

	private CompletionStage<LockPage> pageOfOnly(String cursor, int count) {
		return scan(this.connections.servers().only(), cursor, count)
			.thenApply((found) -> page(found, found.isFinished() ? "" : found.getCursor()));
	}

	private CompletionStage<LockPage> pageOfNode(List<RedisClusterNode> primaries, String cursor, int count) {
		if (primaries.isEmpty()) {
			throw new StoreException("no node of the Redis Cluster serves any slot; see 'redis-cli cluster info'", true,
					StoreException.Kind.NOT_READY, null);
		}
		int dash = cursor.indexOf('-');
		int index = cursor.equals(LockPage.FIRST) ? 0 : indexOf(primaries, cursor, dash);
		CommandServer server = this.connections.servers().at(primaries.get(index).getUri());
		return scan(server, cursor.substring(dash + 1), count)
			.thenApply((found) -> page(found, next(primaries, index, found)));
	}

	private static List<RedisClusterNode> sorted(List<RedisClusterNode> primaries) {
		return primaries.stream().sorted(Comparator.comparing(RedisClusterNode::getNodeId)).toList();
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

	private CompletionStage<KeyScanCursor<String>> scan(CommandServer server, String cursor, int count) {
		String from = cursor.equals(LockPage.FIRST) ? ScanCursor.INITIAL.getCursor() : cursor;
		if (from.indexOf('-') >= 0) {
			throw foreign(cursor);
		}
		KeyScanArgs keys = new KeyScanArgs().match(this.pattern).limit(count).type("string");
		return server.ask((commands) -> commands.scan(ScanCursor.of(from), keys));
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
