package io.github.lockstarter.jvm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;

import io.github.lockstarter.core.DefaultLockClient;
import io.lettuce.core.RedisClient;

/**
 * Increments a number in a file, by reading, computing and writing, with many threads.
 * Arguments: port, file, threads, increments, and the kind of lock.
 */
final class CountingChild {

	private CountingChild() {
	}

	public static void main(String[] arguments) throws Exception {
		RedisClient redis = RedisClient.create("redis://127.0.0.1:" + arguments[0]);
		int threads = Integer.parseInt(arguments[2]);
		AtomicInteger left = new AtomicInteger(Integer.parseInt(arguments[3]));
		CountDownLatch done = new CountDownLatch(threads);
		try (DefaultLockClient client = ChildLocks.client(redis, Duration.ofSeconds(30))) {
			System.out.println("READY");
			System.in.read();
			for (int i = 0; i < threads; i++) {
				new Thread(() -> {
					Lock lock = arguments[4].equals("broken") ? new BrokenLock(redis, "counter")
							: client.lock("counter").asLock();
					while (left.getAndDecrement() > 0) {
						lock.lock();
						try {
							increment(arguments[1]);
						}
						finally {
							lock.unlock();
						}
					}
					done.countDown();
				}).start();
			}
			done.await();
		}
		redis.shutdown();
		System.out.println("DONE");
	}

	/** Written at once: two that write at the same time must not mix their bytes. */
	private static void increment(String name) {
		try (RandomAccessFile file = new RandomAccessFile(name, "rw")) {
			byte[] number = new byte[Long.BYTES];
			file.readFully(number);
			long value = ByteBuffer.wrap(number).getLong();
			file.seek(0);
			file.write(ByteBuffer.allocate(Long.BYTES).putLong(value + 1).array());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
