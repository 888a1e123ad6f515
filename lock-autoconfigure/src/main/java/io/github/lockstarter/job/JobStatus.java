package io.github.lockstarter.job;

import org.jspecify.annotations.Nullable;

/**
 * A job as this JVM has known it since its start: its own runs and skips, without those
 * of other instances.
 *
 * @param name the name of the job's lock
 * @param running the number of runs under way
 * @param lastRun the run that ended last; {@code null} if none has ended yet
 * @param lastSkip the last turn that did not run here; {@code null} if there was none
 */
public record JobStatus(String name, int running, @Nullable JobRun lastRun, @Nullable JobSkip lastSkip) {
}
