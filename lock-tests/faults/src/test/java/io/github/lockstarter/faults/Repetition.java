package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.lettuce.core.RedisException;
import io.lettuce.core.api.sync.RedisCommands;

/**
 * Does something to Redis at short intervals until it is ended.
 */
final class Repetition implements Runnable {

	private final CountDownLatch end = new CountDownLatch(1);

	private final Thread thread;

	Repetition(Arena arena, Duration interval, Consumer<RedisCommands<String, String>> action) {
		this.thread = new Thread(() -> arena.redis((commands) -> repeat(interval, () -> action.accept(commands))),
				"nemesis");
		this.thread.setDaemon(true);
		this.thread.start();
	}

	private void repeat(Duration interval, Runnable action) {
		try {
			while (!this.end.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
				try {
					action.run();
				}
				catch (RedisException ex) {
					// another nemesis is at Redis
				}
			}
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void run() {
		this.end.countDown();
		try {
			this.thread.join();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
