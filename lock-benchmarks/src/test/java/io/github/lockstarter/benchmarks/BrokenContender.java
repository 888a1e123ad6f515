package io.github.lockstarter.benchmarks;

import java.time.Duration;

/**
 * Excludes nobody. Measurements that don't catch it prove nothing.
 */
public final class BrokenContender implements Contender {

	public BrokenContender(Target target) {
	}

	@Override
	public String configuration() {
		return "broken";
	}

	@Override
	public Held acquire(String key, Duration wait) {
		return () -> {
		};
	}

	@Override
	public void close() {
	}

}
