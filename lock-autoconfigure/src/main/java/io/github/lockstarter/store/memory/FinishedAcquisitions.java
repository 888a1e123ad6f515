package io.github.lockstarter.store.memory;

import java.util.HashMap;
import java.util.Map;

import io.github.lockstarter.store.AcquisitionState;
import org.jspecify.annotations.Nullable;

/**
 * Remembers of each instance how its last finished acquisition has finished.
 */
final class FinishedAcquisitions {

	private final Map<String, Finished> last = new HashMap<>();

	void add(Acquisition who, AcquisitionState how) {
		this.last.merge(who.instance(), new Finished(who.sequence(), how),
				(known, added) -> (known.sequence < added.sequence) ? added : known);
	}

	/**
	 * How an acquisition has finished, or {@code null} if it has not.
	 */
	@Nullable AcquisitionState state(Acquisition who) {
		Finished known = this.last.get(who.instance());
		if (known == null || who.sequence() > known.sequence) {
			return null;
		}
		return (who.sequence() == known.sequence) ? known.how : AcquisitionState.UNKNOWN;
	}

	void clear() {
		this.last.clear();
	}

	private record Finished(long sequence, AcquisitionState how) {
	}

}
