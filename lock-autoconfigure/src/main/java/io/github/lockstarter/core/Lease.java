package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.StoreClock;

/**
 * How long a lease may be counted on here: from before the request was sent, and less a
 * margin for clocks that run at different rates, as Redlock takes it: a hundredth of the
 * time and two milliseconds.
 */
final class Lease {

	private static final long NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);

	private static final long MICROS_PER_MILLI = TimeUnit.MILLISECONDS.toMicros(1);

	private Lease() {
	}

	static long validUntil(long sentAt, Duration lease) {
		return end(sentAt, lease.toNanos());
	}

	/**
	 * A grant that was pushed has no request to count from. But a server's clock has not
	 * come further than an earlier answer of it says, plus the time since its request was
	 * sent. So the deadline on that clock can be put on ours.
	 * @param sentAt when the earlier request was sent
	 * @param then the server's clock as it answered that request
	 * @param grant a grant of the same server
	 * @param receivedAt when the grant was received
	 */
	static long validUntil(long sentAt, StoreClock then, Grant grant, long receivedAt) {
		long deadline = grant.deadlineMillis() * MICROS_PER_MILLI;
		long byServer = end(sentAt, (deadline - then.micros()) * NANOS_PER_MICRO);
		long byReceipt = end(receivedAt, (deadline - grant.clock().micros()) * NANOS_PER_MICRO);
		return (byServer - byReceipt < 0) ? byServer : byReceipt;
	}

	static Duration longer(Duration one, Duration other) {
		return (one.compareTo(other) > 0) ? one : other;
	}

	static Duration nonNegative(long nanos) {
		return Duration.ofNanos(Math.max(nanos, 0));
	}

	private static long end(long start, long nanos) {
		return start + nanos - nanos / 100 - TimeUnit.MILLISECONDS.toNanos(2);
	}

}
