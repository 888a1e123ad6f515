package io.github.lockstarter.store.redis.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.connection.ClientSettings;
import io.github.lockstarter.store.redis.connection.ServerClient;
import io.github.lockstarter.store.redis.connection.SteppedSessionTimer;
import io.github.lockstarter.testing.TestClientResources;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.models.partitions.Partitions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Topology} of three nodes, of which the first was configured.
 */
class TopologyTests {

	/** Longer than between two requests. */
	private static final Duration PAUSE = Duration.ofMillis(500);

	private static final Duration LIMIT = Duration.ofSeconds(1);

	private final SteppedSessionTimer timer = new SteppedSessionTimer();

	private final List<ServerClient> clients = new ArrayList<>();

	private ServerClient client = client(7001);

	private final List<Integer> asked = new ArrayList<>();

	private final List<Boolean> changes = new ArrayList<>();

	private IntFunction<CompletableFuture<String>> answers = (port) -> CompletableFuture.completedFuture(view(3));

	private final Topology topology = new Topology(() -> this.client, (address) -> {
		this.asked.add(address.getPort());
		return this.answers.apply(address.getPort());
	}, this.timer.timer(), (nodes, changed) -> this.changes.add(changed));

	private ServerClient client(int... seeds) {
		ServerClient client = new ServerClient(TestClientResources.shared(),
				new ClientSettings(IntStream.of(seeds).mapToObj((port) -> RedisURI.create("127.0.0.1", port)).toList(),
						true, ClientOptions.create(), null));
		this.clients.add(client);
		return client;
	}

	private static String view(int owner) {
		return """
				a 127.0.0.1:7001@17001 master - 0 0 1 connected 0-5460
				b 127.0.0.1:7002@17002 master - 0 0 %d connected 5461-%d
				c 127.0.0.1:7003@17003 master - 0 0 3 connected %d-16383
				d 127.0.0.1:7004@17004 slave c 0 0 3 connected
				""".formatted((owner == 2) ? 4 : 2, (owner == 2) ? 16000 : 10922, (owner == 2) ? 16001 : 10923);
	}

	private CompletableFuture<Partitions> find() {
		CompletableFuture<Partitions> found = this.topology.find(this.client).toCompletableFuture();
		this.timer.pass(PAUSE);
		return found;
	}

	private void refresh() {
		this.topology.refresh();
		this.timer.pass(PAUSE);
	}

	private int owner() {
		return find().join().getMasterBySlot(11_000).getUri().getPort();
	}

	@Test
	void whatWasConfiguredIsAskedFirstAndThenTheNodesWithSlots() {
		assertThat(owner()).isEqualTo(7003);
		assertThat(this.asked).containsExactly(7001);
		refresh();
		assertThat(this.asked).containsExactly(7001, 7001, 7002, 7003);
		assertThat(this.changes).containsExactly(true, false);
	}

	@Test
	void afterRequestsInVainAllNodesAreAskedAndWhatWasConfigured() {
		find();
		this.answers = (port) -> new CompletableFuture<>();
		refresh();
		this.timer.pass(LIMIT);
		this.asked.clear();
		this.answers = (port) -> CompletableFuture.completedFuture(view(2));
		refresh();
		assertThat(this.asked).containsExactly(7001, 7002, 7003, 7004);
		assertThat(owner()).isEqualTo(7002);
		assertThat(this.changes).containsExactly(true, true);
	}

	@Test
	void theReasonIsToldIfThereIsNoCluster() {
		this.answers = (port) -> CompletableFuture
			.failedFuture(new RedisCommandExecutionException("ERR This instance has cluster support disabled"));
		assertThat(find()).isCompletedExceptionally()
			.failsWithin(LIMIT)
			.withThrowableThat()
			.havingCause()
			.isInstanceOfSatisfying(StoreException.class, (failure) -> assertThat(failure.isPassing()).isFalse())
			.withMessage("Redis at 127.0.0.1:7001 is not in Cluster mode; remove or correct"
					+ " 'spring.data.redis.cluster.nodes'");
	}

	@Test
	void aRefreshEndsAlthoughNobodyAnswersAndWhoeverNeedsANodeWaitsOn() {
		CompletableFuture<String> late = new CompletableFuture<>();
		this.answers = (port) -> late;
		CompletableFuture<Partitions> found = find();
		CompletableFuture<Void> refreshed = this.topology.refresh().toCompletableFuture();
		this.timer.pass(LIMIT);
		assertThat(refreshed).isDone();
		assertThat(found).isNotDone();
		late.complete(view(3));
		this.timer.pass(PAUSE);
		assertThat(found).isCompleted();
		assertThat(owner()).isEqualTo(7003);
	}

	@Test
	void whatOneNodeHasAnsweredCountsWhenTheTimeIsOver() {
		this.client = client(7001, 7002);
		this.answers = (port) -> (port == 7001) ? CompletableFuture.completedFuture(view(3))
				: new CompletableFuture<>();
		CompletableFuture<Partitions> found = find();
		assertThat(found).isNotDone();
		this.timer.pass(LIMIT);
		assertThat(found).isCompleted();
	}

	@Test
	void aRefusalForGoodIsBelievedOnlyIfAllRefuse() {
		this.client = client(7001, 7002);
		CompletableFuture<String> other = new CompletableFuture<>();
		this.answers = (port) -> (port == 7001)
				? CompletableFuture.failedFuture(new RedisCommandExecutionException("WRONGPASS invalid")) : other;
		CompletableFuture<Partitions> found = find();
		this.timer.pass(LIMIT);
		assertThat(found).isNotDone();
		other.completeExceptionally(new IOException("Connection reset"));
		this.timer.pass(PAUSE);
		assertThat(found).failsWithin(LIMIT)
			.withThrowableThat()
			.havingCause()
			.isInstanceOfSatisfying(StoreException.class, (failure) -> assertThat(failure.isPassing()).isTrue());
	}

	@Test
	void anAnswerThatCanNotBeReadIsAFailure() {
		this.answers = (port) -> CompletableFuture.completedFuture("neither nodes nor slots");
		assertThat(find()).isCompletedExceptionally();
	}

	@Test
	void aNewClientsClusterIsAskedAlthoughTheFormerOneStillIs() {
		CompletableFuture<String> former = new CompletableFuture<>();
		this.answers = (port) -> former;
		find();
		this.client = client(7002);
		this.answers = (port) -> CompletableFuture.completedFuture(view(2));
		assertThat(owner()).isEqualTo(7002);
		former.complete(view(3));
		this.timer.pass(LIMIT);
		assertThat(owner()).isEqualTo(7002);
	}

	@Test
	void aClusterThatWasSetUpAnewIsFoundWhereItIsConfigured() {
		this.client = client(7009);
		find();
		this.answers = (port) -> CompletableFuture.failedFuture(new IOException("Connection reset"));
		refresh();
		String anew = view(3).replaceAll("(?m)^(\\w)", "new-$1").replace(" 3 connected", " 1 connected");
		this.answers = (port) -> (port == 7003 || port == 7009)
				? CompletableFuture.completedFuture(anew.replace(":7003@", ":7005@"))
				: CompletableFuture.failedFuture(new IOException("Connection reset"));
		refresh();
		assertThat(owner()).isEqualTo(7005);
	}

	@Test
	void nobodyWaitsOnAfterTheEnd() {
		this.answers = (port) -> new CompletableFuture<>();
		CompletableFuture<Partitions> first = find();
		this.timer.pass(LIMIT);
		refresh();
		CompletableFuture<Partitions> second = find();
		this.topology.close();
		assertThat(List.of(first, second, this.topology.find(this.client).toCompletableFuture()))
			.allSatisfy((found) -> assertThat(found).isCompletedExceptionally());
	}

	@Test
	void aLateAnswerToAnEarlierRequestChangesNothing() {
		find();
		CompletableFuture<String> late = new CompletableFuture<>();
		this.answers = (port) -> late;
		refresh();
		this.timer.pass(LIMIT);
		this.answers = (port) -> CompletableFuture.completedFuture(view(2));
		refresh();
		late.complete(view(3));
		this.timer.pass(LIMIT);
		assertThat(owner()).isEqualTo(7002);
	}

	@AfterEach
	void close() {
		this.topology.close();
		this.timer.timer().close();
		this.clients.forEach(ServerClient::shutdown);
	}

}
