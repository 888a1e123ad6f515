package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import io.github.lockstarter.core.DefaultLockClient;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;

/**
 * Starts lock clients with the application, and stops them with it: after servers,
 * listeners and executors, so that no new calls come, and before connection factories, so
 * that holders can still release.
 */
final class LockClientLifecycle implements SmartLifecycle {

	static final int PHASE = ExecutorConfigurationSupport.DEFAULT_PHASE - 4096;

	private final ObjectProvider<DefaultLockClient> clients;

	private final Duration drainTimeout;

	private volatile boolean running;

	LockClientLifecycle(ObjectProvider<DefaultLockClient> clients, Duration drainTimeout) {
		this.clients = clients;
		this.drainTimeout = drainTimeout;
	}

	@Override
	public void start() {
		this.clients.forEach(DefaultLockClient::start);
		this.running = true;
	}

	@Override
	public void stop() {
		this.clients.forEach((client) -> client.stop(this.drainTimeout));
		this.running = false;
	}

	/** Others of the same phase need not wait for the holders. */
	@Override
	public void stop(Runnable callback) {
		new Thread(() -> {
			try {
				stop();
			}
			finally {
				callback.run();
			}
		}, "lock-shutdown").start();
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
