package io.github.lockstarter.jvm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.DefaultLockClient;
import io.lettuce.core.RedisClient;

/**
 * Holds many locks at once and says how much of the heap each takes, its key and its
 * handle included. Arguments: port, number of locks.
 */
final class HoldingChild {

	private static final int COLLECTIONS = 5;

	/** No renewal is on its way while the heap is measured. */
	private static final Duration UNRENEWED = Duration.ofMinutes(10);

	private HoldingChild() {
	}

	public static void main(String[] arguments) throws Exception {
		// a pool takes four megabytes at once, at whatever moment
		System.setProperty("io.netty.allocator.type", "unpooled");
		RedisClient redis = RedisClient.create("redis://127.0.0.1:" + arguments[0]);
		int count = Integer.parseInt(arguments[1]);
		try (DefaultLockClient client = ChildLocks.client(redis, UNRENEWED)) {
			hold(client, count / 5).forEach(LockHandle::close);
			long before = usedHeap();
			List<LockHandle> held = hold(client, count);
			System.out.println("BYTES " + (usedHeap() - before) / count);
			System.in.read();
			held.forEach(LockHandle::close);
		}
		redis.shutdown();
		System.out.println("DONE");
	}

	private static List<LockHandle> hold(DefaultLockClient client, int count) {
		List<LockHandle> held = new ArrayList<>(count);
		for (int i = 0; i < count; i++) {
			held.add(client.lock("order:" + i).acquire());
		}
		return held;
	}

	/** Not every collection compacts the heap in full. */
	private static long usedHeap() {
		return LongStream.generate(() -> {
			System.gc();
			return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
		}).limit(COLLECTIONS).min().orElseThrow();
	}

}
