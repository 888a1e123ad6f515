package io.github.lockstarter.jvm;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

import io.lettuce.core.RedisClient;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;

/**
 * The naive lock, with the two defects that are most often seen: a lease that is shorter
 * than the work may take, and a release that does not ask who owns the lock. A harness
 * that does not catch it proves nothing.
 */
final class BrokenLock implements Lock {

	private final RedisCommands<String, String> commands;

	private final String key;

	BrokenLock(RedisClient redis, String key) {
		this.commands = redis.connect().sync();
		this.key = "broken:" + key;
	}

	@Override
	public void lock() {
		while (!tryLock()) {
			Thread.onSpinWait();
		}
	}

	@Override
	public boolean tryLock() {
		return this.commands.set(this.key, "mine", SetArgs.Builder.nx().px(1)) != null;
	}

	@Override
	public void unlock() {
		this.commands.del(this.key);
	}

	@Override
	public void lockInterruptibly() {
		lock();
	}

	@Override
	public boolean tryLock(long time, TimeUnit unit) {
		return tryLock();
	}

	@Override
	public Condition newCondition() {
		throw new UnsupportedOperationException();
	}

}
