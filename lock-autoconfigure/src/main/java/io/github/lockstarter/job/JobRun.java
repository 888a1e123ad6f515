package io.github.lockstarter.job;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A run of a job that has ended.
 *
 * @param startedAt when it began under its lock, by this JVM's system clock
 * @param took how long it ran, by this JVM's monotonic clock
 * @param outcome how it ended
 * @param failure the class of the exception that it threw; {@code null} if none
 * @param thread the thread that ran it, or began it if it ended later
 */
public record JobRun(Instant startedAt, Duration took, JobOutcome outcome, @Nullable String failure, String thread) {
}
