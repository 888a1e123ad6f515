package io.github.lockstarter.core.queue;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.core.hold.Turn;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * The turns of this JVM at one lock: one by which it has the lock alone, or those by
 * which it shares the lock. Immutable.
 */
final class OwnTurns {

	/** The only one without a turn. */
	static final OwnTurns NONE = new OwnTurns(null, List.of());

	/** The turn by which it has the lock alone; {@code null} if it has not. */
	final @Nullable Turn alone;

	/** The turns by which it shares the lock. */
	private final List<Turn> shares;

	private OwnTurns(@Nullable Turn alone, List<Turn> shares) {
		this.alone = alone;
		this.shares = shares;
	}

	OwnTurns withAlone(Turn turn) {
		return new OwnTurns(turn, this.shares);
	}

	OwnTurns withShare(Turn turn) {
		return new OwnTurns(this.alone, sharesWith(turn));
	}

	/** The turn by which it had the lock alone is a share from now on. */
	OwnTurns downgraded(Turn turn) {
		return new OwnTurns(null, sharesWith(turn));
	}

	private List<Turn> sharesWith(Turn turn) {
		List<Turn> more = new ArrayList<>(this.shares);
		more.add(turn);
		return more;
	}

	OwnTurns without(Turn turn) {
		Turn left = (this.alone == turn) ? null : this.alone;
		List<Turn> less = this.shares;
		if (!less.isEmpty()) {
			less = new ArrayList<>(less);
			less.remove(turn);
		}
		return (left == null && less.isEmpty()) ? NONE : new OwnTurns(left, less);
	}

	boolean contains(Turn turn) {
		return this.alone == turn || this.shares.contains(turn);
	}

	/** The one of an acquisition. */
	@Nullable Turn of(long sequence) {
		if (this.alone != null && this.alone.sequence() == sequence) {
			return this.alone;
		}
		for (Turn turn : this.shares) {
			if (turn.sequence() == sequence) {
				return turn;
			}
		}
		return null;
	}

	/** The last one of readers; {@code null} if there is none. */
	@Nullable Turn readers() {
		for (int i = this.shares.size() - 1; i >= 0; i--) {
			if (Share.READER.equals(this.shares.get(i).share())) {
				return this.shares.get(i);
			}
		}
		return null;
	}

	/** Any of them. */
	@Nullable Turn first() {
		return (this.alone != null || this.shares.isEmpty()) ? this.alone : this.shares.get(0);
	}

}
