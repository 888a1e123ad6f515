package io.github.lockstarter.jvm;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.testing.RedisTarget;
import io.lettuce.core.RedisURI;

/**
 * Holds many locks at once and says how much of the heap each takes, its key and its
 * handle included. Arguments: port, number of locks.
 */
final class HoldingChild {

	private static final int THREADS = 16;

	private static final int COLLECTIONS = 5;

	/** No renewal is on its way while the heap is measured. */
	private static final Duration UNRENEWED = Duration.ofMinutes(10);

	private HoldingChild() {
	}

	public static void main(String[] arguments) throws Exception {
		// a pool takes four megabytes at once, at whatever moment
		System.setProperty("io.netty.allocator.type", "unpooled");
		RedisTarget redis = RedisTarget.at(RedisURI.create("redis://127.0.0.1:" + arguments[0]));
		int count = Integer.parseInt(arguments[1]);
		ExecutorService threads = Executors.newFixedThreadPool(THREADS);
		try (DefaultLockClient client = ChildLocks.client(redis, UNRENEWED)) {
			hold(client, threads, count / 5).forEach(LockHandle::close);
			long before = usedHeap();
			List<LockHandle> held = hold(client, threads, count);
			System.out.println("BYTES " + (usedHeap() - before) / count);
			System.in.read();
			held.forEach(LockHandle::close);
		}
		threads.shutdown();
		System.out.println("DONE");
	}

	/** On a busy machine, one after the other takes minutes. */
	private static List<LockHandle> hold(DefaultLockClient client, ExecutorService threads, int count) {
		List<CompletableFuture<LockHandle>> asked = IntStream.range(0, count)
			.mapToObj((each) -> "order:" + each)
			.map((key) -> CompletableFuture.supplyAsync(client.lock(key)::acquire, threads))
			.toList();
		return asked.stream().map(CompletableFuture::join).toList();
	}

	/** Not every collection compacts the heap in full. */
	private static long usedHeap() {
		return LongStream.generate(() -> {
			System.gc();
			return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
		}).limit(COLLECTIONS).min().orElseThrow();
	}

}
