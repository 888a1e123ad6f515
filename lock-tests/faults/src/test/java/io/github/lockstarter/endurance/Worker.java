package io.github.lockstarter.endurance;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.faults.workload.ResourceClient;

/**
 * A thread that takes one lock after the other, and writes to what it protects.
 */
final class Worker extends Thread {

	static final int KEYS = 5000;

	/** Each of these is wanted by several threads most of the time. */
	private static final int HOT_KEYS = 8;

	private static final Duration WAIT = Duration.ofSeconds(2);

	private static final Duration PAUSE = Duration.ofMillis(20);

	/** One in so many acquisitions is held until it has been renewed. */
	private static final int RENEWED = 500;

	/** One in so many enters its lock again. */
	private static final int REENTERED = 10;

	private final LockClient client;

	private final ResourceClient resource;

	/** Held by this thread while it works, and by another one while it rests. */
	private final ReentrantLock turn = new ReentrantLock(true);

	private volatile long holds;

	/**
	 * Create it at rest; the same thread has to call {@link #work()} and {@link #rest()}.
	 */
	Worker(LockClient client, int resourcePort) {
		super("worker");
		this.client = client;
		this.resource = new ResourceClient(resourcePort);
		setDaemon(true);
		this.turn.lock();
	}

	/**
	 * The key of a lock.
	 * @param number less than {@link #KEYS}
	 */
	static String key(int number) {
		return "endurance:" + number;
	}

	void work() {
		this.turn.unlock();
	}

	/**
	 * Wait until it rests, and holds no lock.
	 */
	void rest() {
		this.turn.lock();
	}

	/**
	 * How often it has held a lock.
	 */
	long holds() {
		return this.holds;
	}

	@Override
	public void run() {
		while (true) {
			this.turn.lock();
			try {
				workOnce();
			}
			catch (LockException ex) {
				// unavailable, or lost, as under faults
			}
			finally {
				this.turn.unlock();
			}
			LockSupport.parkNanos(PAUSE.toNanos());
		}
	}

	private void workOnce() {
		int number = oneIn(3) ? random(HOT_KEYS) : random(KEYS);
		String key = key(number);
		this.client.lock(key).tryAcquire(WAIT).ifPresent((held) -> {
			try (held) {
				write(key, held);
			}
			this.holds++;
		});
	}

	private void write(String key, LockHandle held) {
		long token = held.fencingToken();
		int version = this.resource.read("fenced:" + key, token);
		if (oneIn(REENTERED)) {
			this.client.lock(key).tryAcquire(WAIT).ifPresent(LockHandle::close);
		}
		LockSupport.parkNanos(oneIn(RENEWED) ? WorkingChild.LEASE.toNanos() : 0);
		if (version >= 0) {
			this.resource.write("fenced:" + key, token, version);
		}
	}

	private static boolean oneIn(int number) {
		return random(number) == 0;
	}

	private static int random(int bound) {
		return ThreadLocalRandom.current().nextInt(bound);
	}

}
