package io.github.lockstarter.faults.workload;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.LockHandle;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.jspecify.annotations.Nullable;

/**
 * The lock that is written first: {@code SET NX PX}, and a release. It is as good as that
 * gets but for the one defect of its kind.
 */
final class BrokenRedisLock extends RedisPubSubAdapter<String, String> implements TestedLock {

	private static final String DELETE_OWN = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end";

	private static final String CHANNEL = "broken-released";

	private static final int CALLS_BEFORE_IT_THROWS = 20;

	private final LockKind kind;

	private final Duration lease;

	private final RedisCommands<String, String> commands;

	private final AtomicReference<@Nullable String> server = new AtomicReference<>();

	private volatile long changedAt;

	private volatile boolean changed;

	private final AtomicReference<@Nullable Thread> first = new AtomicReference<>();

	private final AtomicInteger calls = new AtomicInteger();

	private final Semaphore released = new Semaphore(0);

	BrokenRedisLock(LockKind kind, RedisClient redis, Duration lease) {
		this.kind = kind;
		this.lease = lease;
		this.commands = redis.connect().sync();
		StatefulRedisPubSubConnection<String, String> messages = redis.connectPubSub();
		messages.addListener(this);
		messages.sync().subscribe(CHANNEL);
	}

	@Override
	public void message(String channel, String message) {
		this.released.release();
	}

	@Override
	public Optional<LockHandle> tryAcquire(String key, Duration waitTime) {
		long deadline = System.nanoTime() + waitTime.toNanos();
		String owner = "pid-" + ProcessHandle.current().pid() + ":" + UUID.randomUUID();
		if (this.kind == LockKind.THROWS && this.calls.incrementAndGet() > CALLS_BEFORE_IT_THROWS) {
			throw new IllegalStateException("Nobody expects this.");
		}
		if (this.kind == LockKind.FORGETS_A_WAITER && isFirst()) {
			LockSupport.parkNanos(waitTime.toNanos());
			return Optional.empty();
		}
		do {
			long sentAt = System.nanoTime();
			SetArgs how = isAnotherServer() ? SetArgs.Builder.px(this.lease.toMillis())
					: SetArgs.Builder.nx().px(this.lease.toMillis());
			if (this.commands.set("lock:" + key, owner, how) != null) {
				long token = (this.kind == LockKind.IGNORES_ITS_LEASE) ? 0 : this.commands.incr("token:" + key);
				return Optional.of(new BrokenHandle(key, token, () -> remaining(sentAt), () -> release(key, owner),
						this.kind == LockKind.SAYS_IT_IS_VALID));
			}
			await(deadline);
		}
		while (System.nanoTime() < deadline);
		return Optional.empty();
	}

	private boolean isFirst() {
		this.first.compareAndSet(null, Thread.currentThread());
		return this.first.get() == Thread.currentThread();
	}

	/** Than a second ago. */
	private boolean isAnotherServer() {
		if (this.kind != LockKind.TRUSTS_NO_NEW_SERVER) {
			return false;
		}
		String found = this.commands.info("server").replaceAll("(?s).*run_id:(\\w+).*", "$1");
		long now = System.nanoTime();
		String former = this.server.getAndSet(found);
		if (former != null && !former.equals(found)) {
			this.changedAt = now;
			this.changed = true;
		}
		return this.changed && now - this.changedAt < TimeUnit.SECONDS.toNanos(1);
	}

	private void await(long deadline) {
		try {
			long patience = (this.kind == LockKind.NEVER_ASKS_AGAIN) ? deadline - System.nanoTime()
					: TimeUnit.MILLISECONDS.toNanos(5);
			this.released.tryAcquire(patience, TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private Duration remaining(long sentAt) {
		return (this.kind == LockKind.IGNORES_ITS_LEASE) ? this.lease
				: this.lease.minusMillis(20).minusNanos(System.nanoTime() - sentAt);
	}

	private void release(String key, String owner) {
		if (this.kind == LockKind.DELETES_BLINDLY) {
			this.commands.del("lock:" + key);
		}
		else {
			this.commands.eval(DELETE_OWN, ScriptOutputType.INTEGER, new String[] { "lock:" + key }, owner);
		}
		this.commands.publish(CHANNEL, key);
	}

}
