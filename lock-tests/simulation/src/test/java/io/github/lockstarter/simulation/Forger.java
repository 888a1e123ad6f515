package io.github.lockstarter.simulation;

import java.util.List;
import java.util.SplittableRandom;

import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.StoreClock;
import org.jspecify.annotations.Nullable;

/**
 * Sends grants and revocations of its own to those who listen. It hears all channels, and
 * can't read any record. Its chance is its own, so that other runs are as without it.
 */
final class Forger {

	private static final long LONGEST_PAUSE = 400 * SimulatedTime.MILLISECOND;

	/** More than others have, and not so many that nobody believes it. */
	private static final long AHEAD_MICROS = 30_000_000;

	private static final long WINDOW_MILLIS = 3000;

	private final Simulation simulation;

	private final SimulatedServer server;

	private final SplittableRandom random;

	Forger(Simulation simulation, long seed) {
		this.simulation = simulation;
		this.server = simulation.servers().all().get(0);
		this.random = new SplittableRandom(seed);
	}

	void start() {
		this.simulation.time().after(this.random.nextLong(LONGEST_PAUSE), () -> {
			if (!this.simulation.isOver()) {
				forge();
				start();
			}
		});
	}

	private void forge() {
		List<String> instances = this.server.subscribers().instances();
		if (instances.isEmpty()) {
			return;
		}
		String instance = instances.get(this.random.nextInt(instances.size()));
		GrantNotification heard = this.server.subscribers().lastGrant(instance);
		String key = this.simulation.keys().get(this.random.nextInt(this.simulation.keys().size()));
		long sequence = ((heard != null) ? heard.sequence() : 0) + this.random.nextInt(4);
		if (this.random.nextBoolean()) {
			this.server.subscribers().revoked(instance, key, sequence);
		}
		else {
			this.server.subscribers().forged(instance, grant(key, sequence, heard));
		}
	}

	/** With the proof that was heard last, if any was. */
	private GrantNotification grant(String key, long sequence, @Nullable GrantNotification heard) {
		StoreClock now = this.server.clock();
		return new GrantNotification(key, sequence, now.micros() + AHEAD_MICROS, now.micros() / 1000 + WINDOW_MILLIS,
				now, null, (heard != null) ? heard.proof() : "");
	}

}
