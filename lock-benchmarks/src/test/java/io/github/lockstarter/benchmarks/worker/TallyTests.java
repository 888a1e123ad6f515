package io.github.lockstarter.benchmarks.worker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TallyTests {

	/** Warm-up until 100, measured until 200, commands counted from 300 to 500. */
	private final Step step = new Step(Load.LOOP, "key", 1, 1, Duration.ZERO, Duration.ZERO, Path.of("file"), 0, 100,
			200, 500);

	private final Tally tally = new Tally();

	@Test
	void locksCountInThePhaseInWhichTheyWereObtained() {
		this.tally.acquired(this.step, 10, 20);
		this.tally.acquired(this.step, 90, 110);
		this.tally.acquired(this.step, 190, 210);
		this.tally.acquired(this.step, 390, 400);
		this.tally.acquired(this.step, 490, 510);
		assertThat(this.tally.all()).isEqualTo(5);
		assertThat(this.tally.measured()).isOne();
		assertThat(this.tally.after()).isOne();
	}

	@Test
	void attemptsCountInThePhaseInWhichTheyBegan() {
		this.tally.acquired(this.step, 190, 210);
		this.tally.refused(this.step, 195);
		this.tally.refused(this.step, 205);
		assertThat(this.tally.attempts()).isEqualTo(2);
		assertThat(this.tally.successes()).isOne();
		assertThat(this.tally.waits().getMaxValue()).isEqualTo(20);
	}

	@Test
	void thoseWhoWriteCountAmongThoseWhoReadAndForThemselves() {
		this.tally.acquired(this.step, 110, 120);
		this.tally.wrote(this.step, 110, 150);
		this.tally.wrote(this.step, 10, 20);
		assertThat(this.tally.measured()).isEqualTo(2);
		assertThat(this.tally.writes()).isOne();
		assertThat(this.tally.waits().getTotalCount()).isEqualTo(2);
		assertThat(this.tally.writeWaits().getMinValue()).isEqualTo(40);
		Tally sum = Tally.sum(List.of(this.tally, Tally.parse(this.tally.line())));
		assertThat(sum.writes()).isEqualTo(2);
		assertThat(sum.writeWaits().getTotalCount()).isEqualTo(2);
	}

	@Test
	void aResultSurvivesBeingWritten() {
		this.tally.acquired(this.step, 110, 150);
		this.tally.violated();
		WorkerResult read = WorkerResult
			.parse(new WorkerResult(this.tally, Map.of(WorkerResult.HEAP_PER_LOCK, 12.5)).line());
		assertThat(read.numbers()).containsExactly(Map.entry(WorkerResult.HEAP_PER_LOCK, 12.5));
		assertThat(read.tally().measured()).isOne();
		assertThat(read.tally().violations()).isOne();
		assertThat(read.tally().waits()).isEqualTo(this.tally.waits());
	}

	@Test
	void theSumHasTheWaitsOfAll() {
		this.tally.acquired(this.step, 110, 150);
		Tally other = new Tally();
		other.acquired(this.step, 110, 170);
		Tally sum = Tally.sum(List.of(this.tally, other));
		assertThat(sum.all()).isEqualTo(2);
		assertThat(sum.waits().getMinValue()).isEqualTo(40);
		assertThat(sum.waits().getMaxValue()).isEqualTo(60);
	}

	@Test
	void resultsOfSeveralStepsAddUp() {
		this.tally.acquired(this.step, 110, 150);
		WorkerResult once = new WorkerResult(this.tally, Map.of(WorkerResult.CPU, 12.5)).compiling(20);
		WorkerResult sum = once.plus(WorkerResult.parse(once.line()));
		assertThat(sum.numbers()).containsExactly(Map.entry(WorkerResult.CPU, 25.0));
		assertThat(sum.compiling()).isEqualTo(40);
		assertThat(sum.tally().measured()).isEqualTo(2);
		assertThat(sum.tally().waits().getTotalCount()).isEqualTo(2);
	}

	@Test
	void aStepSurvivesBeingWritten() {
		assertThat(Step.parse(this.step.line())).isEqualTo(this.step);
	}

}
