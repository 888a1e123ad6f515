package io.github.lockstarter.job;

import java.time.Instant;

import io.github.lockstarter.LockOutcome;

/**
 * A turn of a job that did not run here, since its lock was not acquired: usually because
 * another instance runs it.
 *
 * @param at when the lock was refused, by this JVM's system clock
 * @param outcome the reason why the lock was not acquired
 */
public record JobSkip(Instant at, LockOutcome outcome) {
}
