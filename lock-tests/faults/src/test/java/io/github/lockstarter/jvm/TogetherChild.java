package io.github.lockstarter.jvm;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.testing.RedisTarget;
import io.lettuce.core.RedisURI;

/**
 * Asks for several keys at once, and keeps them or takes them again and again. Arguments:
 * port, keys with commas between them, lease in milliseconds, and {@code hold} or
 * {@code loop}.
 */
final class TogetherChild {

	private TogetherChild() {
	}

	public static void main(String[] arguments) throws InterruptedException {
		RedisTarget redis = RedisTarget.at(RedisURI.create("redis://127.0.0.1:" + arguments[0]));
		DefaultLockClient client = ChildLocks.client(redis, Duration.ofMillis(Long.parseLong(arguments[2])));
		List<String> keys = List.of(arguments[1].split(","));
		System.out.println("READY");
		LockHandle first = acquire(client, keys);
		System.out.println("HELD " + first.fencingToken(keys.get(0)));
		if (arguments[3].equals("hold")) {
			new CountDownLatch(1).await();
		}
		first.close();
		while (true) {
			acquire(client, keys).close();
		}
	}

	/** A JVM that stands still may lose the first keys before it has the last. */
	private static LockHandle acquire(DefaultLockClient client, List<String> keys) {
		while (true) {
			try {
				return client.lock(keys).acquire();
			}
			catch (LockLostException ex) {
				System.out.println("LOST " + ex.getMessage());
			}
		}
	}

}
