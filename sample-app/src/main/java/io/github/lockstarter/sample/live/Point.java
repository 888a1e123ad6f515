package io.github.lockstarter.sample.live;

import io.github.lockstarter.sample.storm.StormKind;

/**
 * A point of the charts.
 *
 * @param storm the number of the storm
 * @param kind its kind
 * @param second how long the storm had run, in seconds
 * @param ordersPerSecond how many orders were worked off a second since the point before
 * @param waitP50 the median of the waits that ended since then, in milliseconds
 * @param waitP99 the same for the slowest hundredth
 */
record Point(int storm, StormKind kind, double second, double ordersPerSecond, double waitP50, double waitP99) {
}
