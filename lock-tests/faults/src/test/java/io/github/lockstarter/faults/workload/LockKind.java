package io.github.lockstarter.faults.workload;

import java.time.Duration;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.testing.RedisTarget;
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
	 * The same, which most threads only read.
	 */
	READERS,

	/**
	 * The same with {@value #CAPACITY} permits.
	 */
	PERMITS,

	/**
	 * The same in the order in which threads ask for it.
	 */
	FAIR,

	/**
	 * The same for work that no thread waits for.
	 */
	STAGES,

	/**
	 * The same under methods that return a {@code Mono}.
	 */
	MONOS,

	/**
	 * Has one permit more than it should.
	 */
	MISCOUNTS,

	/**
	 * Whoever wants it alone only reads.
	 */
	ADMITS_WRITERS,

	/**
	 * Its permits never return when a JVM dies.
	 */
	FORGETS_THE_DEAD,

	/**
	 * Its release deletes the key, whoever owns it.
	 */
	DELETES_BLINDLY,

	/**
	 * Believes itself valid until it is released, and has no fencing token.
	 */
	IGNORES_ITS_LEASE,

	/**
	 * Whoever asks its handle whether it is valid is told so until it is released.
	 */
	SAYS_IT_IS_VALID,

	/**
	 * Whoever finds another server than before takes the lock for lost with the former
	 * one, and takes it from whoever has it.
	 */
	TRUSTS_NO_NEW_SERVER,

	/**
	 * Throws what nobody expects, once it was asked for some times.
	 */
	THROWS,

	/**
	 * The first thread of each JVM is never served.
	 */
	FORGETS_A_WAITER,

	/**
	 * Waits for a message, and doesn't ask again if it does not come.
	 */
	NEVER_ASKS_AGAIN;

	/** How many permits there are. */
	static final int CAPACITY = 5;

	TestedLock create(LockClient client, RedisTarget redis, Duration lease) {
		return switch (this) {
			case DISTRIBUTED -> (key, waitTime) -> client.lock(key).tryAcquire(waitTime);
			case FAIR -> (key, waitTime) -> client.lock(key).fair().tryAcquire(waitTime);
			case STAGES -> new LockedStage(client);
			case MONOS -> LockedMono.of(client);
			case READERS, PERMITS -> new SharedLock(client, capacity(), true);
			case MISCOUNTS -> new SharedLock(client, capacity() + 1, true);
			case ADMITS_WRITERS -> new SharedLock(client, capacity(), false);
			case FORGETS_THE_DEAD -> new BrokenSemaphore((RedisClient) redis.newClient(), capacity(), lease);
			default -> new BrokenRedisLock(this, (RedisClient) redis.newClient(), lease);
		};
	}

	/**
	 * Whether its records in Redis are those of this project.
	 * @return false if it is a lock that is broken from the ground up
	 */
	public boolean isOfThisProject() {
		return this == DISTRIBUTED || this == READERS || this == PERMITS || this == FAIR || isAsynchronous();
	}

	private boolean isAsynchronous() {
		return this == STAGES || this == MONOS;
	}

	/**
	 * What is done under it, if nothing else is said.
	 * @return what makes use of it
	 */
	public Workload workload() {
		if (isAsynchronous()) {
			return Workload.PIPELINES;
		}
		return isShared() ? Workload.SHARES : Workload.REGISTERS;
	}

	/**
	 * Whether it may be shared.
	 * @return whether threads read it or use permits of it
	 */
	public boolean isShared() {
		return this == READERS || this == PERMITS || this == MISCOUNTS || this == ADMITS_WRITERS
				|| this == FORGETS_THE_DEAD;
	}

	/**
	 * How many permits may be in use at a time.
	 * @return their number; any number for readers
	 */
	public int capacity() {
		return (this == PERMITS || this == MISCOUNTS || this == FORGETS_THE_DEAD) ? CAPACITY : Integer.MAX_VALUE;
	}

}
