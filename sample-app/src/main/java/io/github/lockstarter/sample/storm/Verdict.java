package io.github.lockstarter.sample.storm;

/**
 * The results in a few sentences.
 */
record Verdict(StormResult unlocked, StormResult locked) {

	@Override
	public String toString() {
		return this.locked.isExact() ? prevented() : wrong();
	}

	private String prevented() {
		return """
				Without the lock, %d orders were processed twice and %d pieces were sold that were not there; with it, none.
				Without the lock, stock was counted wrong %d times, the carrier had up to %d parcels to take at once,
				%d receipts had a number that was used before, and the money changed by %d; with it, no count was wrong, there
				were at most %d parcels, each number was used once, and no money came or went."""
			.formatted(this.unlocked.processedTwice(), this.unlocked.oversold(), this.unlocked.sideWork().wrongCounts(),
					this.unlocked.sideWork().parcelsAtOnce(), this.unlocked.sideWork().wrongReceipts(),
					this.unlocked.sideWork().difference(), this.locked.sideWork().parcelsAtOnce());
	}

	private String wrong() {
		return """
				NOT EXACT: under the lock, %d of %d orders were processed, %d of them twice, %d pieces were oversold and
				%d deliveries failed; stock was counted wrong %d times, the carrier had up to %d parcels to take at once,
				%d receipts had a number that was used before, and the money changed by %d."""
			.formatted(this.locked.processed(), this.locked.placed(), this.locked.processedTwice(),
					this.locked.oversold(), this.locked.failed(), this.locked.sideWork().wrongCounts(),
					this.locked.sideWork().parcelsAtOnce(), this.locked.sideWork().wrongReceipts(),
					this.locked.sideWork().difference());
	}

}
