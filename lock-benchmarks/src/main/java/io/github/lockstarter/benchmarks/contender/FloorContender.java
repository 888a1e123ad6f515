package io.github.lockstarter.benchmarks.contender;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Target;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.async.RedisAsyncCommands;
import org.jspecify.annotations.Nullable;

/**
 * The least that a correct lock can do: two round trips.
 */
public final class FloorContender implements Contender {

	private static final String RELEASE = """
			if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
			return 0
			""";

	private static final long POLL = TimeUnit.MILLISECONDS.toNanos(1);

	private final RedisClient client;

	private final RedisAsyncCommands<String, String> commands;

	private final String releaseDigest;

	private final SetArgs ifFree;

	private final String process = ProcessHandle.current().pid() + ":";

	private final AtomicLong sequence = new AtomicLong();

	/**
	 * Connect it.
	 * @param target where Redis is
	 */
	public FloorContender(Target target) {
		this.ifFree = SetArgs.Builder.nx().px(target.lease());
		this.client = RedisClient.create(target.uri());
		this.commands = this.client.connect().async();
		this.releaseDigest = await(this.commands.scriptLoad(RELEASE));
	}

	@Override
	public String configuration() {
		return "raw Lettuce on one shared connection: SET NX PX, then a script that compares and deletes; contended it"
				+ " polls every millisecond; no renewal";
	}

	@Override
	public @Nullable Held acquire(String key, Duration wait) {
		String owner = this.process + this.sequence.incrementAndGet();
		long deadline = System.nanoTime() + wait.toNanos();
		while (await(this.commands.set(key, owner, this.ifFree)) == null) {
			if (System.nanoTime() >= deadline) {
				return null;
			}
			LockSupport.parkNanos(POLL);
		}
		return () -> release(key, owner);
	}

	private void release(String key, String owner) {
		Long deleted = await(
				this.commands.evalsha(this.releaseDigest, ScriptOutputType.INTEGER, new String[] { key }, owner));
		if (deleted == null || deleted != 1) {
			throw new IllegalStateException("The lock was lost before its release.");
		}
	}

	private static <T extends @Nullable Object> T await(Future<T> answer) {
		try {
			return answer.get();
		}
		catch (InterruptedException | ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
	}

}
