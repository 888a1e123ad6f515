package io.github.lockstarter.store.redis.command;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.cluster.Slots;
import io.github.lockstarter.store.redis.cluster.Topology;
import io.github.lockstarter.store.redis.connection.ServerClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import org.jspecify.annotations.Nullable;

/**
 * Something that there is once for each server with locks: for the only one, or for each
 * primary of a Cluster.
 *
 * @param <S> the type of that
 */
public final class ServerMap<S> {

	private final Supplier<ServerClient> clients;

	private final Topology topology;

	private final Function<@Nullable RedisURI, S> factory;

	private final Predicate<S> busy;

	private final Consumer<S> gone;

	private final S only;

	private final Map<String, S> nodes = new ConcurrentHashMap<>();

	/** The names of the primaries that were known last. */
	private Set<String> primaries = Set.of();

	private volatile boolean closed;

	/**
	 * Create this for the only server.
	 * @param factory creates what belongs to the node at an address, or to the only
	 * server if that is {@code null}
	 * @param busy whether what belongs to a node is in use
	 * @param gone told of what belonged to a node that is no primary any more
	 */
	ServerMap(Supplier<ServerClient> clients, Topology topology, Function<@Nullable RedisURI, S> factory,
			Predicate<S> busy, Consumer<S> gone) {
		this.clients = clients;
		this.topology = topology;
		this.factory = factory;
		this.busy = busy;
		this.gone = gone;
		this.only = factory.apply(null);
	}

	/**
	 * Value of the server that has a key, or a channel.
	 */
	public CompletableFuture<S> of(String key) {
		ServerClient client = cluster();
		if (client == null) {
			return CompletableFuture.completedFuture(this.only);
		}
		return this.topology.find(client).thenApply((known) -> of(known, key)).toCompletableFuture();
	}

	/** The client if Redis is a Cluster; without one, opening a connection says why. */
	private @Nullable ServerClient cluster() {
		ServerClient client;
		try {
			client = this.clients.get();
		}
		catch (RuntimeException ex) {
			return null;
		}
		return client.isCluster() ? client : null;
	}

	private S of(Partitions known, String key) {
		int slot = Slots.of(key);
		RedisClusterNode primary = known.getMasterBySlot(slot);
		if (primary == null) {
			this.topology.refresh();
			throw new StoreException(
					"no node of the Redis Cluster serves slot " + slot + "; see 'redis-cli cluster info'", true,
					StoreException.Kind.NOT_READY, null);
		}
		return at(primary.getUri());
	}

	/**
	 * Value of the node of a Cluster at an address.
	 */
	public S at(RedisURI address) {
		S server = this.nodes.computeIfAbsent(ServerClient.hostAndPort(address), (name) -> this.factory.apply(address));
		if (this.closed) {
			this.gone.accept(server);
		}
		return server;
	}

	/**
	 * Value that there already is for the node at an address, or for the only server if
	 * that is {@code null}.
	 */
	@Nullable S existing(@Nullable RedisURI address) {
		return (address != null) ? this.nodes.get(ServerClient.hostAndPort(address)) : this.only;
	}

	/**
	 * Value of the only server, if it is one.
	 */
	public S only() {
		return this.only;
	}

	/**
	 * Values of the servers that are known to have locks.
	 */
	public CompletionStage<List<S>> known() {
		return (cluster() == null) ? CompletableFuture.completedStage(List.of(this.only))
				: primaries().thenApply((nodes) -> nodes.stream().map((node) -> at(node.getUri())).toList());
	}

	/**
	 * The primaries of the Cluster that serve slots; empty if there is only one server.
	 */
	public CompletionStage<List<RedisClusterNode>> primaries() {
		ServerClient client = cluster();
		return (client == null) ? CompletableFuture.completedStage(List.of())
				: this.topology.find(client)
					.thenApply((known) -> known.stream()
						.filter((node) -> node.is(NodeFlag.UPSTREAM) && Slots.isServedBy(node))
						.toList());
	}

	/**
	 * All that there is.
	 */
	public Stream<S> all() {
		return Stream.concat(Stream.of(this.only), this.nodes.values().stream());
	}

	/**
	 * Keep what belongs to primaries. Nodes that were none before may be about to become
	 * one, or be named differently by those that redirect to them: what is in use stays
	 * until it is not.
	 */
	void retain(Collection<RedisClusterNode> known) {
		Set<String> former = this.primaries;
		Set<String> kept = known.stream()
			.filter(ServerMap::isPrimary)
			.map((node) -> ServerClient.hostAndPort(node.getUri()))
			.collect(Collectors.toSet());
		this.primaries = kept;
		this.nodes.forEach((name, server) -> {
			if (!kept.contains(name) && (former.contains(name) || !this.busy.test(server))
					&& this.nodes.remove(name, server)) {
				this.gone.accept(server);
			}
		});
	}

	/** A primary that has failed, and was replaced, keeps its role for a while. */
	private static boolean isPrimary(RedisClusterNode node) {
		return node.is(NodeFlag.UPSTREAM) && (!node.is(NodeFlag.FAIL) || Slots.isServedBy(node));
	}

	/**
	 * Create nothing more that lasts.
	 */
	void close() {
		this.closed = true;
	}

}
