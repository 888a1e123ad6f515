package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreAnswer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nodes and clients of a quorum in stepped time.
 */
final class SteppedQuorum {

	static final Duration LEASE = Duration.ofSeconds(2);

	static final Duration TIMEOUT = Duration.ofMillis(50);

	final SteppedTime time = new SteppedTime();

	final List<SteppedNode> nodes = new ArrayList<>();

	final List<Client> clients = new ArrayList<>();

	private final Duration longestLease;

	private final LongSupplier delays;

	SteppedQuorum(Duration longestLease, LongSupplier delays) {
		this.longestLease = longestLease;
		this.delays = delays;
	}

	/** Three nodes in step, each of which takes a tenth of a millisecond each way. */
	static SteppedQuorum ofThree() {
		return of(3);
	}

	static SteppedQuorum of(int count) {
		SteppedQuorum quorum = new SteppedQuorum(LEASE, () -> 100_000);
		for (int i = 0; i < count; i++) {
			quorum.node(Duration.ZERO, 1);
		}
		return quorum;
	}

	SteppedNode node(Duration ahead, double rate) {
		SteppedNode node = new SteppedNode(this.time, "node-" + this.nodes.size(), ahead, rate);
		this.nodes.add(node);
		return node;
	}

	Client client() {
		Client client = new Client("client-" + this.clients.size());
		this.clients.add(client);
		return client;
	}

	/** What a stage comes to within a short time. */
	<T> T done(CompletionStage<T> stage) {
		CompletableFuture<T> future = stage.toCompletableFuture();
		for (int i = 0; i < 1000 && !future.isDone(); i++) {
			this.time.pass(Duration.ofMillis(1));
		}
		assertThat(future).isDone();
		return future.join();
	}

	/**
	 * A client, with a link to each node.
	 */
	final class Client implements GrantListener {

		final String name;

		final List<SteppedLink> links = new ArrayList<>();

		final List<Long> revoked = new ArrayList<>();

		final LockSession session;

		Client(String name) {
			this.name = name;
			List<NamedStore> stores = new ArrayList<>();
			for (SteppedNode node : SteppedQuorum.this.nodes) {
				SteppedLink link = new SteppedLink(SteppedQuorum.this.time, node, SteppedQuorum.this.delays);
				this.links.add(link);
				stores.add(new NamedStore(node.name(), link));
			}
			this.session = new QuorumLockStore(stores, new QuorumOptions(TIMEOUT, SteppedQuorum.this.longestLease),
					SteppedQuorum.this.time)
				.open(name, this);
		}

		void link(SteppedLink.State state, int... nodes) {
			for (int node : nodes) {
				this.links.get(node).set(state);
			}
		}

		AcquireRequest request(long number) {
			return new AcquireRequest("key", number, LEASE, new Owner("shop", this.name, "main"), Duration.ZERO, 64);
		}

		StoreAnswer acquire(long number) {
			return done(this.session.acquire(request(number)));
		}

		StoreAnswer renew(long number) {
			return done(this.session.renew("key", number, LEASE));
		}

		StoreAnswer release(long number) {
			return done(this.session.releaseWithoutMark("key", number, 0, Duration.ZERO));
		}

		@Override
		public void granted(GrantNotification grant) {
		}

		@Override
		public void revoked(String key, long sequence) {
			this.revoked.add(sequence);
		}

		@Override
		public void grantsMayBeLost() {
		}

	}

}
