package io.github.lockstarter.sample;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the packaged application as a user does.
 */
class PackagedSampleIntegrationTests {

	@TempDir
	private Path directory;

	@Test
	void provesTheLockInTwoProcessesAndLeavesNothingRunning() throws Exception {
		PackagedSample sample = PackagedSample.run(this.directory);
		List<Integer> unlocked = sample.numbers("without a lock ");
		assertThat(sample.numbers("@DistributedLock ")).as("placed, processed, processed twice, oversold")
			.containsExactly(400, 400, 0, 0);
		List<Integer> sideWork = sample.sideWork("@DistributedLock ");
		assertThat(sideWork.get(1)).as("counted wrong").isZero();
		assertThat(sideWork.get(2)).as("parcels").isPositive();
		assertThat(sideWork.get(3)).as("most at once").isBetween(1, 5);
		assertThat(sideWork.get(6)).as("numbers twice").isZero();
		assertThat(sideWork.get(7)).as("money made or lost").isZero();
		assertThat(unlocked.get(2) + unlocked.get(3)).as("processed twice and oversold").isPositive();
	}

}
