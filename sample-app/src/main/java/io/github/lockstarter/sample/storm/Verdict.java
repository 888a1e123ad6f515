package io.github.lockstarter.sample.storm;

/**
 * The results in one sentence.
 */
record Verdict(StormResult unlocked, StormResult locked) {

	@Override
	public String toString() {
		if (!this.locked.isExact()) {
			return "NOT EXACT: under the lock, %d of %d orders were processed, %d of them twice, %d pieces were oversold and %d deliveries failed."
				.formatted(this.locked.processed(), this.locked.placed(), this.locked.processedTwice(),
						this.locked.oversold(), this.locked.failed());
		}
		return "Without the lock, %d orders were processed twice and %d pieces were sold that were not there; with it, none."
			.formatted(this.unlocked.processedTwice(), this.unlocked.oversold());
	}

}
