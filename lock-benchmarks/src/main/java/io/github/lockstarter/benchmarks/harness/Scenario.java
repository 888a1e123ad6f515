package io.github.lockstarter.benchmarks.harness;

import java.util.List;
import java.util.Set;

import io.github.lockstarter.benchmarks.Contenders;
import io.github.lockstarter.benchmarks.Trait;

/**
 * Subject of a measurement.
 *
 * @param name its short name
 * @param title what the report calls it
 * @param note what the report says about it
 * @param traits what a contender needs to take part
 * @param metrics what the report shows, the most important first
 * @param points what is measured, one after the other
 */
public record Scenario(String name, String title, String note, Set<Trait> traits, List<String> metrics,
		List<Point> points) {

	boolean suits(String contender) {
		return Contenders.traits(contender).containsAll(this.traits);
	}

}
