package io.github.lockstarter.store.redis.connection;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.lettuce.core.RedisClient;
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

	private final RedisClient client = RedisClient.create();

	private final SessionTimer timer = new SessionTimer();

	private final CyclicBarrier connecting = new CyclicBarrier(2);

	@Test
	void anAttemptThatSucceedsAsItIsLeftLeavesNoOpenConnection() throws Exception {
		StoreException cause = new StoreException("another server has become the primary", true, Kind.CONNECTION, null);
		for (int i = 0; i < RACES; i++) {
			StubConnection connection = new StubConnection();
			ConnectionHolder<StatefulConnection<String, String>> holder = holder(connection.connection());
			holder.get();
			this.connecting.await();
			holder.leave(cause);
			assertThat(holder.isUsable()).isFalse();
			assertThat(connection.closed()).succeedsWithin(SOON);
			holder.close();
		}
	}

	@Test
	void theFormerConnectionIsClosedAlthoughTheSystemGrantsNoThreadForTheNext() {
		AtomicReference<RedisClient> current = new AtomicReference<>(this.client);
		AtomicBoolean exhausted = new AtomicBoolean();
		List<StubConnection> opened = new CopyOnWriteArrayList<>();
		ConnectionHolder<StatefulConnection<String, String>> holder = new ConnectionHolder<>(current::get,
				new ConnectionAttempts<>(this.timer, (client, codec) -> {
					opened.add(new StubConnection());
					return opened.get(opened.size() - 1).connection();
				}, (arrived) -> {
				}, (work) -> thread(work, exhausted)));
		assertThat(holder.get()).succeedsWithin(SOON);
		exhausted.set(true);
		try (RedisClient replaced = RedisClient.create()) {
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
		ConnectionHolder<StatefulConnection<String, String>> holder = new ConnectionHolder<>(() -> this.client,
				new ConnectionAttempts<>(this.timer, (client, codec) -> {
					opened.add(new StubConnection());
					return opened.get(opened.size() - 1).connection();
				}, (arrived) -> {
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
		return new ConnectionHolder<>(() -> this.client, new ConnectionAttempts<>(this.timer, (client, codec) -> {
			meet();
			return connection;
		}, (arrived) -> {
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
