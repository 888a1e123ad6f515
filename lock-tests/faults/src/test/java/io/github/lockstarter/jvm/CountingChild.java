package io.github.lockstarter.jvm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.core.LockClientOptions;
import io.github.lockstarter.testing.RedisTarget;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;

/**
 * Increments a number in a file, by reading, computing and writing, with many threads.
 * Beside it is the fencing token of the last holder, and each holder looks whether its
 * own is larger. Arguments: port, file, threads, increments, and the kind of lock.
 */
final class CountingChild {

	private static final AtomicInteger passes = new AtomicInteger();

	private static final AtomicBoolean ordered = new AtomicBoolean(true);

	private CountingChild() {
	}

	public static void main(String[] arguments) throws Exception {
		RedisURI uri = RedisURI.create("redis://127.0.0.1:" + arguments[0]);
		RedisClient redis = RedisClient.create(uri);
		int threads = Integer.parseInt(arguments[2]);
		AtomicInteger left = new AtomicInteger(Integer.parseInt(arguments[3]));
		CountDownLatch done = new CountDownLatch(threads);
		try (DefaultLockClient client = ChildLocks.client(RedisTarget.at(uri), Duration.ofMinutes(10),
				options(arguments[4]))) {
			System.out.println("READY");
			System.in.read();
			for (int i = 0; i < threads; i++) {
				new Thread(() -> {
					Runnable increment = increment(arguments[4], redis, client, arguments[1]);
					while (left.getAndDecrement() > 0) {
						increment.run();
					}
					done.countDown();
				}).start();
			}
			done.await();
		}
		redis.shutdown();
		System.out.println("PASSES " + passes);
		System.out.println("ORDERED " + ordered);
	}

	private static LockClientOptions options(String kind) {
		return kind.equals("direct") ? new LockClientOptions(null, new LocalHandover(0, Duration.ZERO))
				: LockClientOptions.DEFAULT;
	}

	private static Runnable increment(String kind, RedisClient redis, DefaultLockClient client, String file) {
		if (!kind.equals("broken")) {
			return () -> {
				try (LockHandle held = client.lock("counter").acquire()) {
					increment(file, held.fencingToken());
				}
			};
		}
		BrokenLock lock = new BrokenLock(redis, "counter");
		return () -> {
			lock.lock();
			increment(file, 0);
			lock.unlock();
		};
	}

	/** Written at once: two that write at the same time must not mix their bytes. */
	private static void increment(String name, long token) {
		try (RandomAccessFile file = new RandomAccessFile(name, "rw")) {
			byte[] content = new byte[2 * Long.BYTES];
			file.readFully(content);
			ByteBuffer last = ByteBuffer.wrap(content);
			long value = last.getLong();
			long lastToken = last.getLong();
			passes.addAndGet((token == lastToken + 1) ? 1 : 0);
			ordered.compareAndSet(true, token > lastToken);
			file.seek(0);
			file.write(ByteBuffer.allocate(content.length).putLong(value + 1).putLong(token).array());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
