package io.github.lockstarter.benchmarks.harness;

import java.util.List;

import io.github.lockstarter.benchmarks.Suits;

/**
 * What is measured, for each contender that suits it.
 *
 * @param name its short name
 * @param title what the report calls it
 * @param suits whom it takes
 * @param points what is measured, one after the other, in the same JVMs where they need
 * as many
 */
public record Scenario(String name, String title, List<Suits> suits, List<Point> points) {

}
