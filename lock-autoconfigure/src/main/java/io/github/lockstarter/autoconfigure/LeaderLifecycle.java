package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.lockstarter.leader.LeaderRoles;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;

/**
 * Takes part in elections while the application runs. Stops when servers and message
 * listeners have stopped, and before executors, which the listeners of leaderships may
 * need to end their work.
 */
final class LeaderLifecycle implements SmartLifecycle {

	static final int PHASE = ExecutorConfigurationSupport.DEFAULT_PHASE + 4096;

	private static final Log logger = LogFactory.getLog(LeaderLifecycle.class);

	private final LeaderRoles roles;

	private final Duration limit;

	private volatile boolean running;

	/**
	 * Create the lifecycle.
	 * @param limit the longest time to wait for listeners at the stop
	 */
	LeaderLifecycle(LeaderRoles roles, Duration limit) {
		this.roles = roles;
		this.limit = limit;
	}

	@Override
	public void start() {
		this.roles.start();
		this.running = true;
	}

	@Override
	public void stop() {
		stopped().join();
	}

	@Override
	public void stop(Runnable callback) {
		stopped().whenComplete((done, failure) -> callback.run());
	}

	private CompletableFuture<@Nullable Void> stopped() {
		this.running = false;
		return this.roles.stop()
			.toCompletableFuture()
			.orTimeout(this.limit.toNanos(), TimeUnit.NANOSECONDS)
			.handle(this::report);
	}

	private @Nullable Void report(@Nullable Void done, @Nullable Throwable failure) {
		if (failure instanceof TimeoutException) {
			logger.warn("A leadership was not given up within " + this.limit.toMillis()
					+ " ms of the shutdown, because a"
					+ " listener of its events has not returned. It ends when the listener returns, or with its lease. If the"
					+ " listener needs more time, raise 'distributed-lock.drain-timeout'.");
		}
		return null;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}
