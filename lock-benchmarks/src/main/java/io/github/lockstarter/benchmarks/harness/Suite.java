package io.github.lockstarter.benchmarks.harness;

import java.util.List;
import java.util.Set;

import io.github.lockstarter.benchmarks.Contenders;
import io.github.lockstarter.benchmarks.Store;

/**
 * Scenarios that a contender goes through in the same JVMs.
 *
 * @param scenarios the scenarios
 * @param stores what keeps the locks of those who may take part
 * @param contenders who takes part if nobody is chosen
 * @param quick whether it belongs to a quick run
 * @param share it is run in one of so many rounds
 */
record Suite(List<Scenario> scenarios, Set<Store> stores, List<String> contenders, boolean quick, int share) {

	/** Contenders that take part if these are chosen, or nobody. */
	List<String> contenders(List<String> chosen) {
		return chosen.isEmpty() ? this.contenders
				: chosen.stream().filter((contender) -> this.stores.contains(Contenders.store(contender))).toList();
	}

	int rounds(int all) {
		return Math.max(1, all / this.share);
	}

}
