package io.github.lockstarter.core.queue;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.core.hold.Turn;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * The turns by which this JVM shares one lock. Immutable, for most locks have none.
 */
record Shares(List<Turn> turns) {

	static final Shares NONE = new Shares(List.of());

	Shares with(Turn turn) {
		List<Turn> more = new ArrayList<>(this.turns);
		more.add(turn);
		return new Shares(more);
	}

	Shares without(Turn turn) {
		List<Turn> less = new ArrayList<>(this.turns);
		less.remove(turn);
		return less.isEmpty() ? NONE : new Shares(less);
	}

	boolean contains(Turn turn) {
		return this.turns.contains(turn);
	}

	boolean isEmpty() {
		return this.turns.isEmpty();
	}

	/** The one of an acquisition. */
	@Nullable Turn of(long sequence) {
		for (Turn turn : this.turns) {
			if (turn.sequence() == sequence) {
				return turn;
			}
		}
		return null;
	}

	/** The last one of readers; {@code null} if there is none. */
	@Nullable Turn readers() {
		for (int i = this.turns.size() - 1; i >= 0; i--) {
			if (Share.READER.equals(this.turns.get(i).share())) {
				return this.turns.get(i);
			}
		}
		return null;
	}

	@Nullable Turn first() {
		return this.turns.isEmpty() ? null : this.turns.get(0);
	}

}
