package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;

/**
 * What is asked for, all options resolved.
 *
 * @param keys the keys, sorted
 * @param waitTime how long to wait
 * @param leaseTime how long the store keeps the lock of a silent holder
 * @param autoRenew whether to renew
 */
record LockRequest(List<String> keys, Duration waitTime, Duration leaseTime, boolean autoRenew) {

	String lock() {
		return String.join(", ", this.keys);
	}

}
