package io.github.lockstarter.core.queue;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LockOption;
import io.github.lockstarter.core.platform.Deadline;
import io.github.lockstarter.core.platform.Platform;

/**
 * Limits of a call's waiting, on the monotonic clock: for other holders, and for an
 * answer of the store. A short wait for others still leaves the store time to answer.
 *
 * @param startedAt when the call began
 * @param until until when it waits for other holders
 * @param answerBy until when it waits for an answer if there was none before
 * @param kind what kind of call it is
 */
public record WaitLimits(long startedAt, long until, long answerBy, Kind kind) {

	/** A store that is well answers within this time, on a busy machine too. */
	private static final Duration PATIENCE = Duration.ofMillis(100);

	/** A call that has not left so long after its deadline never will. */
	private static final long OVERDUE_NANOS = TimeUnit.SECONDS.toNanos(5);

	/** The limits of a call. */
	public static WaitLimits of(long startedAt, Duration waitTime) {
		if (waitTime.isZero()) {
			return new WaitLimits(startedAt, startedAt, startedAt + Deadline.ANSWER.toNanos(), Kind.TRY);
		}
		Duration answer = (waitTime.compareTo(PATIENCE) > 0) ? waitTime : PATIENCE;
		return new WaitLimits(startedAt, startedAt + waitTime.toNanos(), startedAt + answer.toNanos(),
				(waitTime.compareTo(LockOption.LONGEST) < 0) ? Kind.WAIT : Kind.ENDLESS_WAIT);
	}

	/**
	 * Until when it waits for an answer if there was none before. A JVM that stood still
	 * as the wait for others ended may have the answer already, and gets the time to look
	 * at it.
	 * @param now this moment
	 * @return the moment
	 */
	long answerBy(long now) {
		long grace = now + PATIENCE.toNanos();
		return (isOverrun(now) && grace - this.answerBy > 0) ? grace : this.answerBy;
	}

	/** Whether the wait for others ended so long ago that this JVM has stood still. */
	boolean isOverrun(long now) {
		return now - this.until > PATIENCE.toNanos() / 2;
	}

	/**
	 * From when on it is certain that the call will never leave; in some 146 years if it
	 * may wait without a limit.
	 */
	long overdueAt() {
		return isEndless() ? this.startedAt + Long.MAX_VALUE / 2 : this.answerBy + OVERDUE_NANOS;
	}

	/** The limits of one attempt of such a call, which only asks. */
	public WaitLimits attempt(Platform platform) {
		long now = platform.nanoTime();
		long answer = now + Deadline.ANSWER.toNanos();
		return new WaitLimits(this.startedAt, now, (this.answerBy - answer < 0) ? this.answerBy : answer, Kind.ATTEMPT);
	}

	/** Whether it waits for other holders at all. */
	public boolean waitsForHolders() {
		return this.kind == Kind.WAIT || this.kind == Kind.ENDLESS_WAIT;
	}

	/** Whether it waits for others without a limit, as long as the store answers. */
	public boolean isEndless() {
		return this.kind == Kind.ENDLESS_WAIT;
	}

	/** Whether it is one attempt of a call that makes several. */
	boolean isAttempt() {
		return this.kind == Kind.ATTEMPT;
	}

	/** Kinds of calls. */
	enum Kind {

		TRY, WAIT, ENDLESS_WAIT, ATTEMPT

	}

}
