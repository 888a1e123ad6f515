package io.github.lockstarter.benchmarks;

import java.time.Duration;

/**
 * Excludes nobody, and gives everybody the same token. Measurements that don't catch it
 * prove nothing.
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
		return new BrokenHold();
	}

	@Override
	public Held read(String key, Duration wait) {
		return new BrokenHold();
	}

	@Override
	public Held write(String key, Duration wait) {
		return new BrokenHold();
	}

	@Override
	public Held permit(String key, int capacity, Duration wait) {
		return new BrokenHold();
	}

	@Override
	public void close() {
	}

	private static final class BrokenHold implements Held {

		@Override
		public void release() {
		}

		@Override
		public long token() {
			return 1;
		}

	}

}
