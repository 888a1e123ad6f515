package io.github.lockstarter.sample.storm;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Strikes real worker processes. A frozen one goes on when the test lets it, which is
 * when another has written.
 */
@DisabledOnOs(OS.WINDOWS)
@SpringBootTest(webEnvironment = WebEnvironment.NONE,
		args = { "--sample.storm.on-start=false", "--sample.meeting-point=false", "--sample.storm.threads=4",
				"--sample.storm.freeze-time=1h" })
@Tag("full")
class StrikesIntegrationTests {

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	private static final int ORDERS = 200;

	@Autowired
	private Storm storm;

	@Autowired
	private Workers workers;

	@Autowired
	private Strikes strikes;

	@Autowired
	private JdbcClient jdbc;

	@Test
	void anotherProcessTakesOverFromOneThatIsKilledAndTheNextStormHasBothAgain() {
		CompletableFuture<StormResult> running = begin(ORDERS);
		Blow blow = this.strikes.strike(2, Blow.Kind.KILL);
		assertThat(awaitHeir(blow)).isEqualTo("worker-1");
		assertThat(running).succeedsWithin(PATIENCE).satisfies(StrikesIntegrationTests::assertNothingWasProcessedTwice);
		assertThat(this.workers.status().get(1).state()).isEqualTo(WorkerStatus.State.DEAD);
		assertThatIllegalStateException().isThrownBy(() -> this.strikes.strike(2, Blow.Kind.KILL));

		long killed = this.workers.status().get(1).pid();
		assertThat(begin(ORDERS / 10)).succeedsWithin(PATIENCE);
		assertThat(this.workers.status()).extracting(WorkerStatus::state).containsOnly(WorkerStatus.State.IDLE);
		assertThat(this.workers.status().get(1).pid()).isNotEqualTo(killed);
	}

	@Test
	void theLateWriteOfAProcessThatStoodStillIsRefused() {
		CompletableFuture<StormResult> running = begin(ORDERS);
		Blow blow = this.strikes.strike(1, Blow.Kind.FREEZE);
		assertThat(this.workers.status().get(0).state()).isEqualTo(WorkerStatus.State.FROZEN);
		await().atMost(PATIENCE).until(() -> tokenOf(blow.itemId()) > Long.parseLong(blow.token()));
		this.workers.get(1).resume();
		await().atMost(PATIENCE).until(() -> count("select count(*) from rollbacks where late_write") > 0);
		assertThat(running).succeedsWithin(PATIENCE).satisfies(StrikesIntegrationTests::assertNothingWasProcessedTwice);
		assertThat(latest(blow).heir()).isIn("worker-2", null);
	}

	private CompletableFuture<StormResult> begin(int orders) {
		int before = this.storm.status().number();
		CompletableFuture<StormResult> running = CompletableFuture
			.supplyAsync(() -> this.storm.runWatched(StormKind.ALL, orders));
		await().atMost(PATIENCE).until(() -> running.isDone() || (this.storm.status().number() > before && isAtWork()));
		return running;
	}

	private boolean isAtWork() {
		return this.storm.status().isRunning()
				&& this.workers.status().stream().allMatch((worker) -> worker.state() == WorkerStatus.State.WORKING);
	}

	private String awaitHeir(Blow blow) {
		return String.valueOf(await().atMost(PATIENCE).until(() -> latest(blow).heir(), (heir) -> heir != null));
	}

	private Blow latest(Blow blow) {
		return this.strikes.latest()
			.stream()
			.filter((other) -> other.number() == blow.number())
			.findFirst()
			.orElseThrow();
	}

	private long tokenOf(String itemId) {
		return this.jdbc.sql("select token from stock where item_id = ?").param(itemId).query(Long.class).single();
	}

	private long count(String sql) {
		return this.jdbc.sql(sql).query(Long.class).single();
	}

	private static void assertNothingWasProcessedTwice(StormResult result) {
		assertThat(result.processed()).isEqualTo(result.placed());
		assertThat(result.processedTwice()).isZero();
		assertThat(result.oversold()).isZero();
	}

}
