package io.github.lockstarter.core.queue;

import java.util.concurrent.TimeUnit;

import io.github.lockstarter.core.hold.GrantDetails;
import io.github.lockstarter.core.hold.LeaseMath;
import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.StoreClock;
import org.jspecify.annotations.Nullable;

/**
 * The time of a server as it was last told, to put its deadlines on our own clock.
 *
 * @param clock what the server's clock showed as it answered
 * @param sentAt when the request was sent that it answered
 */
record ServerTime(StoreClock clock, Moment sentAt) {

	private static final long FAR_MICROS = TimeUnit.MINUTES.toMicros(1);

	private static final long MICROS_PER_MILLI = TimeUnit.MILLISECONDS.toMicros(1);

	/**
	 * Until when a pushed grant can be counted on: not at all if it is not certain that
	 * it comes from the same server, or if its token is one that this server hardly has
	 * given. It has no request to count from; but the server's clock has not come further
	 * than its earlier answer says, plus the time since the request of that was sent.
	 * @param receivedAt when it was received
	 */
	Moment validUntil(GrantNotification grant, Moment receivedAt) {
		if (!this.clock.isOfSameServerAs(grant.clock()) || isFarAhead(grant.token(), receivedAt)) {
			return receivedAt;
		}
		long deadline = grant.deadlineMillis() * MICROS_PER_MILLI;
		Moment byServer = LeaseMath.end(this.sentAt, nanos(deadline - this.clock.micros()));
		Moment byReceipt = LeaseMath.end(receivedAt, nanos(deadline - grant.clock().micros()));
		return byServer.earlier(byReceipt);
	}

	/** Tokens are the server's time or little more, unless its clock was set back. */
	private boolean isFarAhead(long token, Moment receivedAt) {
		long passed = TimeUnit.NANOSECONDS.toMicros(receivedAt.nanos() - this.sentAt.nanos());
		return token - this.clock.micros() > passed + FAR_MICROS;
	}

	/**
	 * Since when others waited as a grant was pushed, on the monotonic clock, or earlier;
	 * {@code null} if that is not known.
	 */
	@Nullable Long othersSince(GrantNotification grant) {
		long sinceAnswer = nanos(grant.clock().micros() - this.clock.micros());
		return GrantDetails.othersSince(this.sentAt.plus(sinceAnswer), grant.othersWaited());
	}

	private static long nanos(long micros) {
		return TimeUnit.MICROSECONDS.toNanos(micros);
	}

}
