package io.github.lockstarter.store.redis.acknowledgement;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.command.Script;
import io.github.lockstarter.store.redis.command.ScriptExecutor;
import io.github.lockstarter.store.redis.connection.ClientSettings;
import io.github.lockstarter.store.redis.connection.CurrentClient;
import io.github.lockstarter.store.redis.connection.StubConnection;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link ReplicaAcknowledgements}.
 */
class ReplicaAcknowledgementsTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private static final ClientSettings SETTINGS = new ClientSettings(List.of(RedisURI.create("localhost", 1)), false,
			ClientOptions.create(), null);

	private final Connections connections = new Connections(new CurrentClient(SETTINGS), "lock:", "Redis");

	private final StubConnection connection = new StubConnection();

	private final AtomicInteger attempts = new AtomicInteger();

	private final ReplicaAcknowledgements acknowledgements = new ReplicaAcknowledgements(1, this.connections,
			new ScriptExecutor(this.connections), (client, address) -> {
				this.attempts.incrementAndGet();
				return CompletableFuture.completedStage(this.connection.connection());
			});

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
	void aConnectionOnWhichReplicasCanNotBeAskedIsReplaced() {
		assertThat(renew()).failsWithin(SOON).withThrowableThat().withCauseInstanceOf(StoreException.class);
		assertThat(this.connection.closed()).succeedsWithin(SOON);
	}

	@Test
	void whatGoesWrongBeforeAnythingIsSentIsTold() {
		this.connection.broken();
		assertThat(renew()).failsWithin(SOON)
			.withThrowableThat()
			.withCauseInstanceOf(StoreException.class)
			.withMessageContaining("Nobody may listen");
	}

	@Test
	void warmingUpConnects() {
		this.acknowledgements.warmUp();
		await().atMost(SOON).until(() -> this.attempts.get() == 1);
	}

	private CompletableFuture<String> renew() {
		return this.acknowledgements.run(Script.RENEW, "lock:a", new String[] { "lock:a" }, new String[0],
				String::toString, (answer) -> true);
	}

	@AfterEach
	void close() {
		this.connections.close().join();
	}

}
