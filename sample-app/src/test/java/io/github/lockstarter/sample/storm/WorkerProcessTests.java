package io.github.lockstarter.sample.storm;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Shell scripts in place of worker processes.
 */
@DisabledOnOs(OS.WINDOWS)
class WorkerProcessTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final String READS_FOR_EVER = "echo @ready; while read line; do echo \"$line\"; done";

	@Test
	void hasDoneItsWorkWhenItSaysSo() {
		try (WorkerProcess process = process("echo @ready; read line; echo @done; read line")) {
			assertThat(process.ready()).succeedsWithin(PATIENCE);
			assertThat(process.workOff(StormKind.ALL)).succeedsWithin(PATIENCE);
			assertThat(process.state()).isEqualTo(WorkerStatus.State.IDLE);
		}
	}

	@Test
	void failsIfItEndsByItself() {
		try (WorkerProcess process = process("echo @ready; read line; exit 1")) {
			assertThat(process.ready()).succeedsWithin(PATIENCE);
			assertThat(process.workOff(StormKind.ALL)).failsWithin(PATIENCE)
				.withThrowableThat()
				.isInstanceOf(ExecutionException.class);
			assertThat(process.workOff(StormKind.ALL)).as("once more")
				.failsWithin(PATIENCE)
				.withThrowableThat()
				.isInstanceOf(ExecutionException.class);
		}
	}

	@Test
	void isNotReadyIfItEndsBefore() {
		try (WorkerProcess process = process("exit 1")) {
			assertThat(process.ready()).failsWithin(PATIENCE)
				.withThrowableThat()
				.isInstanceOf(ExecutionException.class);
		}
	}

	@Test
	void leavesItsWorkToOthersWhenItIsKilled() {
		try (WorkerProcess process = process(READS_FOR_EVER)) {
			assertThat(process.ready()).succeedsWithin(PATIENCE);
			CompletableFuture<Void> work = process.workOff(StormKind.ALL);
			assertThat(process.state()).isEqualTo(WorkerStatus.State.WORKING);
			process.kill();
			assertThat(work).succeedsWithin(PATIENCE);
			await().atMost(PATIENCE).until(() -> process.state() == WorkerStatus.State.DEAD);
		}
	}

	@Test
	void isKilledWhileItStandsStill() {
		try (WorkerProcess process = process(READS_FOR_EVER)) {
			CompletableFuture<Void> work = process.workOff(StormKind.ALL);
			process.freeze();
			assertThat(process.state()).isEqualTo(WorkerStatus.State.FROZEN);
			process.kill();
			assertThat(work).succeedsWithin(PATIENCE);
		}
	}

	@Test
	void saysWhereItWasStopped() {
		try (WorkerProcess process = process("echo @ready; read line; echo @stopped kettle 17; read line")) {
			assertThat(process.stopInTheMiddle()).succeedsWithin(PATIENCE).isEqualTo(new StoppedOrder("kettle", 17));
		}
	}

	@Test
	void endsWhenItIsClosedThoughItStandsStill() {
		WorkerProcess process = process(READS_FOR_EVER);
		process.freeze();
		process.close();
		assertThat(process.isAlive()).isFalse();
	}

	private static WorkerProcess process(String script) {
		return new WorkerProcess(new ProcessBuilder("sh", "-c", script));
	}

}
