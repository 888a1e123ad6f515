package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How long a lease may be counted on here: from before the request was sent, and less a
 * margin for clocks that run at different rates, as Redlock takes it: a hundredth of the
 * lease and two milliseconds.
 */
final class Lease {

	private Lease() {
	}

	static long validUntil(long sentAt, Duration lease) {
		long nanos = lease.toNanos();
		return sentAt + nanos - nanos / 100 - TimeUnit.MILLISECONDS.toNanos(2);
	}

}
