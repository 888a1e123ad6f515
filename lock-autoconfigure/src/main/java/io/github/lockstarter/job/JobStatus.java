package io.github.lockstarter.job;

import org.jspecify.annotations.Nullable;

/**
 * What this JVM knows of a job since it was started: its own runs and skips, and nothing
 * of other instances.
 *
 * @param name the name of the job's lock
 * @param running how many runs are under way
 * @param lastRun the run that ended last; {@code null} if none has ended yet
 * @param lastSkip the last turn that did not run here; {@code null} if there was none
 */
public record JobStatus(String name, int running, @Nullable JobRun lastRun, @Nullable JobSkip lastSkip) {
}
