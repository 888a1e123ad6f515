package io.github.lockstarter.store.redis.acknowledgement;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.command.Script;
import io.github.lockstarter.store.redis.command.ScriptCalls;
import io.github.lockstarter.store.redis.connection.ConnectionAttempts;
import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.github.lockstarter.store.redis.connection.StubConnection;
import io.lettuce.core.RedisClient;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.StatefulConnection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link ReplicaAcknowledgements}.
 */
class ReplicaAcknowledgementsTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final RedisClient client = RedisClient.create();

	private final Connections connections = new Connections(() -> this.client, "lock:");

	/** Each of the connections that were opened. */
	private final List<StubConnection> opened = new ArrayList<>();

	private volatile boolean broken;

	private final AtomicReference<@Nullable ConnectionHolder<?>> own = new AtomicReference<>();

	private final ReplicaAcknowledgements acknowledgements = new ReplicaAcknowledgements(1, this.connections,
			new ScriptCalls(this.connections), this::holder);

	private ConnectionHolder<StatefulConnection<String, String>> holder(
			Consumer<StatefulRedisConnectionImpl<?, ?>> arrivals) {
		ConnectionHolder<StatefulConnection<String, String>> holder = new ConnectionHolder<>(() -> this.client,
				new ConnectionAttempts<>(this.connections.timer(), (any, codec) -> open(), arrivals));
		this.own.set(holder);
		return holder;
	}

	private boolean isConnected() {
		ConnectionHolder<?> holder = this.own.get();
		return holder != null && holder.isUsable();
	}

	private synchronized StatefulConnection<String, String> open() {
		StubConnection connection = this.broken ? new StubConnection().broken() : new StubConnection();
		this.opened.add(connection);
		return connection.connection();
	}

	private synchronized StubConnection opened(int index) {
		return this.opened.get(index);
	}

	private synchronized int count() {
		return this.opened.size();
	}

	@Test
	void anAcquisitionThatWasRepeatedOnAnotherServerHasTheTokenThatReplicasHave() {
		CompletableFuture<StoreAnswer> acquired = CompletableFuture.completedFuture(granted(5));
		assertThat(this.acknowledgements.confirm(acquired, () -> CompletableFuture.completedStage(granted(7)))
			.join()
			.token()).isEqualTo(7);
	}

	private static StoreAnswer granted(long token) {
		return new StoreAnswer(AcquisitionState.GRANTED, token, Duration.ofSeconds(30), new StoreClock(token, ""));
	}

	@Test
	void aLateEventOfALostConnectionDoesNotCloseTheNextOne() {
		assertThat(renew()).failsWithin(SOON).withThrowableThat().withCauseInstanceOf(StoreException.class);
		await().atMost(SOON).until(() -> !opened(0).isOpen());
		this.acknowledgements.warmUp();
		await().atMost(SOON).until(this::isConnected);
		opened(0).tellOfItsLoss();
		assertThat(opened(1).isOpen()).isTrue();
	}

	@Test
	void whatGoesWrongBeforeAnythingIsSentIsTold() {
		this.broken = true;
		assertThat(renew()).failsWithin(SOON)
			.withThrowableThat()
			.withCauseInstanceOf(StoreException.class)
			.withMessageContaining("Nobody may listen");
	}

	@Test
	void warmingUpConnects() {
		this.acknowledgements.warmUp();
		await().atMost(SOON).until(this::isConnected);
		assertThat(count()).isEqualTo(1);
	}

	private CompletableFuture<String> renew() {
		return this.acknowledgements.run(Script.RENEW, "lock:a", new String[] { "lock:a" }, new String[0],
				CharSequence::toString, (answer) -> true);
	}

	@AfterEach
	void close() {
		this.acknowledgements.close().join();
		this.connections.close().join();
		this.client.shutdown();
	}

}
