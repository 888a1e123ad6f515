package com.example.worker;

import java.time.Duration;

import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockClientBuilder;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.RedisServers;
import io.lettuce.core.RedisURI;

class Program {

	private final RedisServers redis;

	Program(RedisServers redis) {
		this.redis = redis;
	}

	public static void main(String[] arguments) {
		Program program = new Program(RedisServers.at(RedisURI.create(arguments[0])));
		System.out.println("module: " + Program.class.getModule().getName());
		new Worker().work(arguments[0], () -> System.out.println("beside the worker: " + program.takesTheLock()));
		System.out.println("after the worker: " + program.takesTheLock());
		program.asksForTooShortALease();
	}

	private CloseableLockClient client() {
		return new LockClientBuilder(new RedisLockStore(this.redis, "lock:")).build();
	}

	private boolean takesTheLock() {
		try (CloseableLockClient other = client()) {
			return other.lock("order:42").tryRun(() -> System.out.println("the lock is taken"));
		}
	}

	private void asksForTooShortALease() {
		try (CloseableLockClient locks = client()) {
			locks.lock("order:42").leaseTime(Duration.ofMillis(1)).acquire();
		}
		catch (IllegalArgumentException ex) {
			System.out.println("refused: " + ex.getMessage());
		}
	}

}
