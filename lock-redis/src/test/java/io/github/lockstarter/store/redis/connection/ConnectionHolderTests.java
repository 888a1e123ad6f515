package io.github.lockstarter.store.redis.connection;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import io.github.lockstarter.testing.TestClientResources;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link ConnectionHolder}.
 */
class ConnectionHolderTests {

	private static final int RACES = 5_000;

	/** More than there may be attempts at a time. */
	private static final int REFUSALS = 5;

	private static final Duration SOON = Duration.ofSeconds(20);

	private final ServerClient client = client();

	private final SessionTimer timer = new SessionTimer();

	private static ServerClient client() {
		return new ServerClient(TestClientResources.shared(),
				new ClientSettings(List.of(RedisURI.create("localhost", 1)), false, ClientOptions.create(), null));
	}

	private final CyclicBarrier connecting = new CyclicBarrier(2);

	@Test
	void anAttemptThatSucceedsAsItIsGivenUpLeavesNoOpenConnection() throws Exception {
		for (int i = 0; i < RACES; i++) {
			StubConnection connection = new StubConnection();
			ConnectionHolder<StatefulConnection<String, String>> holder = holder(connection.connection());
			holder.get();
			this.connecting.await();
			holder.close();
			assertThat(holder.isUsable()).isFalse();
			assertThat(connection.closed()).succeedsWithin(SOON);
		}
	}

	@Test
	void theFormerConnectionIsClosedAlthoughTheSystemGrantsNoThreadForTheNext() {
		AtomicReference<ServerClient> current = new AtomicReference<>(this.client);
		AtomicBoolean exhausted = new AtomicBoolean();
		List<StubConnection> opened = new CopyOnWriteArrayList<>();
		ConnectionHolder<StatefulConnection<String, String>> holder = new ConnectionHolder<>(null, current::get,
				new ConnectionAttempts<>(this.timer, () -> false, (client) -> {
					opened.add(new StubConnection());
					return CompletableFuture.completedStage(opened.get(opened.size() - 1).connection());
				}, () -> {
				}, (work) -> thread(work, exhausted)));
		assertThat(holder.get()).succeedsWithin(SOON);
		exhausted.set(true);
		try (ServerClient replaced = client()) {
			current.set(replaced);
			assertThat(holder.get()).failsWithin(SOON).withThrowableThat().withCauseInstanceOf(OutOfMemoryError.class);
			await().atMost(SOON).until(() -> !opened.get(0).isOpen());
			await().atMost(SOON).until(() -> IntStream.range(0, REFUSALS).allMatch((each) -> isRefused(holder)));
			exhausted.set(false);
			await().atMost(SOON).until(() -> !holder.get().isCompletedExceptionally());
			assertThat(holder.get()).succeedsWithin(SOON);
		}
	}

	@Test
	void aConnectionBesideTheOpenOneTakesItsPlaceOnlyIfThatIsStillToBeReplaced() {
		List<StubConnection> opened = new CopyOnWriteArrayList<>();
		List<Boolean> openBefore = new CopyOnWriteArrayList<>();
		ConnectionHolder<StatefulConnection<String, String>> holder = new ConnectionHolder<>(null, () -> this.client,
				new ConnectionAttempts<>(this.timer, () -> false, (client) -> {
					opened.add(new StubConnection());
					return CompletableFuture.completedStage(opened.get(opened.size() - 1).connection());
				}, () -> {
				}));
		assertThat(holder.get()).succeedsWithin(SOON);
		holder.replace(() -> false, (former) -> openBefore.add(former.isOpen()));
		await().atMost(SOON).until(() -> opened.size() == 2 && !opened.get(1).isOpen());
		assertThat(openBefore).isEmpty();
		assertThat(opened.get(0).isOpen()).isTrue();
		holder.replace(() -> true, (former) -> openBefore.add(former.isOpen()));
		await().atMost(SOON).until(() -> !opened.get(0).isOpen());
		assertThat(openBefore).containsExactly(true);
		assertThat(opened.get(2).isOpen()).isTrue();
		assertThat(holder.isUsable()).isTrue();
		holder.close();
		assertThat(opened.get(2).closed()).succeedsWithin(SOON);
	}

	/** Once the pause after the one before is over. */
	private static boolean isRefused(ConnectionHolder<?> holder) {
		CompletableFuture<?> before = holder.get();
		await().atMost(SOON).until(() -> holder.get() != before);
		return holder.get().isCompletedExceptionally();
	}

	private static Thread thread(Runnable work, AtomicBoolean exhausted) {
		return new Thread(work, "lock-connect") {
			@Override
			public void start() {
				if (exhausted.get()) {
					throw new OutOfMemoryError("unable to create native thread");
				}
				super.start();
			}
		};
	}

	private ConnectionHolder<StatefulConnection<String, String>> holder(StatefulConnection<String, String> connection) {
		return new ConnectionHolder<>(null, () -> this.client,
				new ConnectionAttempts<>(this.timer, () -> false, (client) -> {
					meet();
					return CompletableFuture.completedStage(connection);
				}, () -> {
				}));
	}

	private void meet() {
		try {
			this.connecting.await();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@AfterEach
	void close() {
		this.timer.close();
		this.client.shutdown();
	}

}
