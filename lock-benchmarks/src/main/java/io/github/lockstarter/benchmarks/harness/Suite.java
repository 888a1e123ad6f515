package io.github.lockstarter.benchmarks.harness;

import java.util.List;

/**
 * Scenarios that a contender goes through in the same JVMs.
 *
 * @param scenarios the scenarios
 * @param contenders who takes part if nobody is chosen
 * @param quick whether it belongs to a quick run
 * @param share it is run in one of so many rounds
 */
record Suite(List<Scenario> scenarios, List<String> contenders, boolean quick, int share) {

	int rounds(int all) {
		return Math.max(1, all / this.share);
	}

}
