package io.github.lockstarter.benchmarks.reliability.trial;

import java.time.Duration;

/**
 * Durations of the parts of a trial.
 *
 * @param before how long nothing is wrong before the fault
 * @param patience how long locks may take to come back
 * @param grace for how long after the fault a call may still fail
 * @param after how long calls are watched after that
 * @param forget how long keys may stay in Redis for longer than the lease when all
 * workers have ended
 */
public record Pace(Duration before, Duration patience, Duration grace, Duration after, Duration forget) {

	/** That of the report. */
	public static final Pace REPORT = new Pace(Duration.ofSeconds(2), Duration.ofSeconds(35), Duration.ofSeconds(5),
			Duration.ofSeconds(4), Duration.ofSeconds(7));

}
