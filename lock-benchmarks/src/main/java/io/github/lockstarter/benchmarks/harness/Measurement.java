package io.github.lockstarter.benchmarks.harness;

/**
 * One number.
 *
 * @param scenario name of the scenario
 * @param point label of the point
 * @param contender name of the contender
 * @param round number of the round
 * @param metric what was measured, with its unit
 * @param value the number
 */
public record Measurement(String scenario, String point, String contender, int round, String metric, double value) {

}
