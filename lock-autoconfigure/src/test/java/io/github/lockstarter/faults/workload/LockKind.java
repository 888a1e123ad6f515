package io.github.lockstarter.faults.workload;

import java.time.Duration;

import io.github.lockstarter.LockClient;
import io.lettuce.core.RedisClient;

/**
 * The lock of this project, and locks with one defect each that the harness has to find.
 */
public enum LockKind {

	/**
	 * The lock of this project.
	 */
	DISTRIBUTED,

	/**
	 * Its release deletes the key, whoever owns it.
	 */
	DELETES_BLINDLY,

	/**
	 * Believes itself valid until it is released, and has no fencing token.
	 */
	IGNORES_ITS_LEASE,

	/**
	 * Waits for a message, and doesn't ask again if it does not come.
	 */
	NEVER_ASKS_AGAIN;

	TestedLock create(LockClient client, RedisClient redis, Duration lease) {
		return (this == DISTRIBUTED) ? (key, waitTime) -> client.lock(key).tryAcquire(waitTime)
				: new BrokenRedisLock(this, redis, lease);
	}

}
