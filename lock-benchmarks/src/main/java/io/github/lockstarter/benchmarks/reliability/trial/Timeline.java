package io.github.lockstarter.benchmarks.reliability.trial;

import java.util.Set;

/**
 * Events of a trial, in moments of {@link System#nanoTime()}.
 *
 * @param calm when all locks had been had by all workers
 * @param struck when the fault began
 * @param ended when it ended
 * @param alive the workers that were not killed
 * @param frozen the workers that stood still
 */
record Timeline(long calm, long struck, long ended, Set<Integer> alive, Set<Integer> frozen) {

}
