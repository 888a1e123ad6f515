package io.github.lockstarter.core.queue;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.core.hold.Turn;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * What this JVM holds of one lock: a turn that has it alone, or those that share it.
 * Guarded by the gate's mutex.
 */
final class Turns {

	private @Nullable Turn alone;

	private List<Turn> sharing = List.of();

	void add(Turn turn) {
		if (turn.share() == null) {
			this.alone = turn;
			return;
		}
		List<Turn> more = new ArrayList<>(this.sharing);
		more.add(turn);
		this.sharing = more;
	}

	/**
	 * Remove a turn.
	 * @return false if it was not there
	 */
	boolean remove(Turn turn) {
		if (this.alone == turn) {
			this.alone = null;
			return true;
		}
		return !this.sharing.isEmpty() && this.sharing.remove(turn);
	}

	boolean contains(Turn turn) {
		return this.alone == turn || this.sharing.contains(turn);
	}

	/** Whether one of them has the lock alone. */
	boolean isAlone() {
		return this.alone != null;
	}

	boolean isEmpty() {
		return this.alone == null && this.sharing.isEmpty();
	}

	/** The one of an acquisition. */
	@Nullable Turn of(long sequence) {
		if (this.alone != null && this.alone.sequence() == sequence) {
			return this.alone;
		}
		for (Turn turn : this.sharing) {
			if (turn.sequence() == sequence) {
				return turn;
			}
		}
		return null;
	}

	/** The last one of readers; {@code null} if there is none. */
	@Nullable Turn readers() {
		for (int i = this.sharing.size() - 1; i >= 0; i--) {
			if (Share.READER.equals(this.sharing.get(i).share())) {
				return this.sharing.get(i);
			}
		}
		return null;
	}

	/** The one that has the lock alone, or else the first of those that share it. */
	@Nullable Turn first() {
		return (this.alone != null || this.sharing.isEmpty()) ? this.alone : this.sharing.get(0);
	}

}
