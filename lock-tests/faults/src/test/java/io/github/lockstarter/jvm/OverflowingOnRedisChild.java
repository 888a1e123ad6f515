package io.github.lockstarter.jvm;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.testing.RedisTarget;
import io.lettuce.core.RedisURI;

/**
 * Takes locks on Redis with more and more of the stack left, so that it overflows
 * wherever on the way to the network that can be. When it is told that Redis is gone, it
 * ends as an application does. Argument: port.
 */
final class OverflowingOnRedisChild {

	private static final long STACK_BYTES = 256 * 1024;

	/** So many levels above the deepest one there is stack enough for everything. */
	private static final int REACH = 400;

	/** So many levels take less than any call on the way. */
	private static final int STEP = 2;

	/** The interpreter takes long on a busy machine. */
	private static final Duration TO_CONNECT = Duration.ofMinutes(2);

	/** Where nothing answers any more, the rest is not waited for. */
	private static final Duration LIMIT = Duration.ofMinutes(1);

	private final DefaultLockClient client;

	private final AtomicInteger overflown = new AtomicInteger();

	private OverflowingOnRedisChild(DefaultLockClient client) {
		this.client = client;
	}

	public static void main(String[] arguments) throws IOException, InterruptedException {
		RedisTarget redis = RedisTarget.at(RedisURI.create("redis://127.0.0.1:" + arguments[0]));
		DefaultLockClient client = ChildLocks.client(redis, Duration.ofMinutes(1));
		Runtime.getRuntime().addShutdownHook(new Thread(() -> {
			client.close();
		}));
		new OverflowingOnRedisChild(client).run();
		System.exit(0);
	}

	private void run() throws IOException, InterruptedException {
		this.client.lock("key").waitTime(TO_CONNECT).acquire().close();
		Thread thread = new Thread(null, this::takeDeepDown, "deep", STACK_BYTES);
		thread.setDaemon(true);
		thread.start();
		thread.join(LIMIT.toMillis());
		System.out.println("OVERFLOWN " + this.overflown);
		System.in.read();
		while (take("key")) {
			Thread.onSpinWait();
		}
	}

	private void takeDeepDown() {
		int deepest = DeepStack.deepest();
		for (int level = deepest; level > deepest - REACH; level -= STEP) {
			String key = "level " + level;
			if (DeepStack.overflows(level, () -> take(key))) {
				this.overflown.incrementAndGet();
			}
		}
	}

	/**
	 * Take a lock and give it back.
	 * @return false if Redis does not answer
	 */
	private boolean take(String key) {
		try {
			this.client.lock(key).tryAcquire().ifPresent(LockHandle::close);
			return true;
		}
		catch (LockUnavailableException ex) {
			return false;
		}
	}

}
