package io.github.lockstarter.benchmarks.reliability.worker;

import java.util.concurrent.TimeUnit;

import io.github.lockstarter.benchmarks.Contender.Held;
import io.github.lockstarter.benchmarks.reliability.worker.Call.Outcome;

/**
 * Work under a lock: both registers are read, and a few milliseconds later written. The
 * plain one is written only if the lock was valid right before; the fenced one decides
 * itself.
 */
final class Visit {

	private static final int LOOKS = 3;

	private final Resource resource;

	private final int worker;

	private final int key;

	private final Held held;

	private long lastValid;

	Visit(Resource resource, int worker, int key, Held held) {
		this.resource = resource;
		this.worker = worker;
		this.key = key;
		this.held = held;
	}

	Call make(long asked, long returned) throws InterruptedException {
		this.lastValid = returned - 1;
		long token = this.held.token();
		look();
		long plain = this.resource.readPlain(this.key);
		long fenced = (token > 0) ? this.resource.readFenced(this.key, token) : -1;
		stay();
		long plainWritten = 0;
		if (look()) {
			plainWritten = plain + 1;
			this.resource.writePlain(this.key, plainWritten);
		}
		long fencedWritten = (fenced >= 0) ? this.resource.writeFenced(this.key, token, fenced + 1) : 0;
		return new Call(this.worker, this.key, Outcome.HELD, asked, returned, this.lastValid, System.nanoTime(), token,
				plainWritten, fencedWritten);
	}

	private void stay() throws InterruptedException {
		for (int i = 0; i < LOOKS; i++) {
			pause();
		}
		while (this.key == 0 && this.resource.isToStay(this.worker)) {
			this.resource.stays();
			pause();
		}
	}

	private void pause() throws InterruptedException {
		TimeUnit.MILLISECONDS.sleep(1);
		look();
	}

	/** The moment counts at which it was asked, since the answer may be late. */
	private boolean look() {
		long moment = System.nanoTime();
		try {
			if (this.held.isValid()) {
				this.lastValid = moment;
				return true;
			}
		}
		catch (RuntimeException ex) {
			// nobody knows
		}
		return false;
	}

}
