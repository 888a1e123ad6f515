package io.github.lockstarter.job;

import java.time.Instant;

import io.github.lockstarter.LockOutcome;

/**
 * A turn of a job that did not run here, since its lock was not acquired: another
 * instance runs it, as a rule.
 *
 * @param at when that was clear, by this JVM's system clock
 * @param outcome why the lock was not acquired
 */
public record JobSkip(Instant at, LockOutcome outcome) {
}
