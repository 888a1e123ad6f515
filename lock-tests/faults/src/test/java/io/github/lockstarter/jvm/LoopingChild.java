package io.github.lockstarter.jvm;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.testing.RedisTarget;
import io.lettuce.core.RedisURI;

/**
 * Takes and releases a lock without an end, or takes it once and keeps it. Arguments:
 * port, key, lease in milliseconds, and {@code loop} or {@code hold}.
 */
final class LoopingChild {

	private LoopingChild() {
	}

	public static void main(String[] arguments) throws InterruptedException {
		RedisTarget redis = RedisTarget.at(RedisURI.create("redis://127.0.0.1:" + arguments[0]));
		DefaultLockClient client = ChildLocks.client(redis, Duration.ofMillis(Long.parseLong(arguments[2])));
		boolean loop = arguments[3].equals("loop");
		LockHandle first = client.lock(arguments[1]).acquire();
		System.out.println("HELD " + first.fencingToken());
		if (!loop) {
			new CountDownLatch(1).await();
		}
		first.close();
		while (true) {
			client.lock(arguments[1]).acquire().close();
		}
	}

}
