package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.core.DefaultLockClient;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/**
 * Connects lock clients when the application starts, and again when it is restarted.
 */
final class LockClientLifecycle implements SmartLifecycle {

	/**
	 * After connection factories have started, and before servers take requests.
	 */
	private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4096;

	private final ObjectProvider<DefaultLockClient> clients;

	private volatile boolean running;

	LockClientLifecycle(ObjectProvider<DefaultLockClient> clients) {
		this.clients = clients;
	}

	@Override
	public void start() {
		this.clients.forEach(DefaultLockClient::warmUp);
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
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
