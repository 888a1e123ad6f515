package io.github.lockstarter.faults.workload;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.LockHandle;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;

/**
 * The semaphore that is written first: a list of the permits in use, from which each
 * holder takes its own. Whoever wants the lock alone takes all permits.
 */
final class BrokenSemaphore implements TestedLock {

	private static final String TAKE = """
			local used = redis.call('GET', KEYS[1]) or ''
			local _, count = string.gsub(used, ' ', '')
			if count + ARGV[2] > tonumber(ARGV[3]) then return 0 end
			redis.call('SET', KEYS[1], used .. string.rep(ARGV[1] .. ' ', ARGV[2]))
			return 1""";

	private static final String GIVE_BACK = """
			local left = ''
			for permit in string.gmatch(redis.call('GET', KEYS[1]) or '', '%S+') do
				if permit ~= ARGV[1] then left = left .. permit .. ' ' end
			end
			redis.call('SET', KEYS[1], left)""";

	private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(5);

	private final RedisCommands<String, String> commands;

	private final int capacity;

	private final Duration lease;

	BrokenSemaphore(RedisClient redis, int capacity, Duration lease) {
		this.commands = redis.connect().sync();
		this.capacity = capacity;
		this.lease = lease;
	}

	@Override
	public Optional<LockHandle> tryAcquire(String key, Duration waitTime) {
		return tryShare(key, this.capacity, waitTime);
	}

	@Override
	public Optional<LockHandle> tryShare(String key, int permits, Duration waitTime) {
		long deadline = System.nanoTime() + waitTime.toNanos();
		String holder = "pid-" + ProcessHandle.current().pid() + ":" + UUID.randomUUID();
		do {
			long sentAt = System.nanoTime();
			if (isTaken(key, permits, holder)) {
				return Optional.of(new BrokenHandle(key, 0, () -> this.lease.minusNanos(System.nanoTime() - sentAt),
						() -> giveBack(key, holder)));
			}
			LockSupport.parkNanos(PATIENCE);
		}
		while (System.nanoTime() < deadline);
		return Optional.empty();
	}

	private boolean isTaken(String key, int permits, String holder) {
		Long taken = this.commands.eval(TAKE, ScriptOutputType.INTEGER, new String[] { "lock:" + key }, holder,
				String.valueOf(permits), String.valueOf(this.capacity));
		return taken == 1;
	}

	private void giveBack(String key, String holder) {
		this.commands.eval(GIVE_BACK, ScriptOutputType.VALUE, new String[] { "lock:" + key }, holder);
	}

}
