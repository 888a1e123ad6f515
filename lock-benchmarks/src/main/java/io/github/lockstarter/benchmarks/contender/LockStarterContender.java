package io.github.lockstarter.benchmarks.contender;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Target;
import org.jspecify.annotations.Nullable;

/**
 * This project, plain or fair, as Spring Boot configures it. Each setting is a property
 * under {@code distributed-lock}.
 */
public final class LockStarterContender implements Contender {

	private final BootApplication application;

	private final LockClient locks;

	private final boolean fair;

	private final String configuration;

	/**
	 * Start it.
	 * @param target where the store is, and properties that differ from their defaults
	 * @param fair whether its mutexes are fair
	 */
	public LockStarterContender(Target target, boolean fair) {
		this.application = BootApplication.withLocks(target);
		this.locks = this.application.bean(LockClient.class);
		this.fair = fair;
		this.configuration = "LockClient of this project, auto-configured, " + store(target)
				+ (target.settings().isEmpty() ? "all defaults" : target.settings()) + "; renewed"
				+ (fair ? "; fair" : "");
	}

	private static String store(Target target) {
		return switch (target.topology()) {
			case SERVER, SENTINEL, CLUSTER -> "";
			case QUORUM -> target.addresses().size() + " servers that have been up for the longest lease, ";
			case POSTGRESQL -> "the pool of Spring Boot, ";
		};
	}

	@Override
	public String configuration() {
		return this.configuration;
	}

	@Override
	public @Nullable Held acquire(String key, Duration wait) {
		LockSpec lock = this.locks.lock(key);
		return acquire(this.fair ? lock.fair() : lock, wait);
	}

	@Override
	public @Nullable Held acquire(List<String> keys, Duration wait) {
		return acquire(this.locks.lock(keys), wait);
	}

	@Override
	public @Nullable Held read(String key, Duration wait) {
		return acquire(this.locks.lock(key).read(), wait);
	}

	@Override
	public @Nullable Held write(String key, Duration wait) {
		return acquire(key, wait);
	}

	@Override
	public @Nullable Held permit(String key, int capacity, Duration wait) {
		return acquire(this.locks.lock(key).permits(1, capacity), wait);
	}

	private static @Nullable Held acquire(LockSpec lock, Duration wait) {
		LockHandle handle = lock.tryAcquire(wait).orElse(null);
		return (handle != null) ? new LockStarterHold(handle) : null;
	}

	@Override
	public void close() {
		this.application.close();
	}

	private record LockStarterHold(LockHandle handle) implements Held {

		@Override
		public void release() {
			this.handle.close();
		}

		@Override
		public boolean isValid() {
			return this.handle.isValid();
		}

		@Override
		public long token() {
			return (this.handle.kind() == LockKind.MUTEX) ? this.handle.fencingToken() : 0;
		}

	}

}
