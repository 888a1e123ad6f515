package io.github.lockstarter.faults.history;

import java.util.Map;
import java.util.TreeMap;

import io.github.lockstarter.faults.history.LockOperation.Action;
import org.jspecify.annotations.Nullable;

/**
 * What a lock does that one has alone, with a fencing token, or several share.
 *
 * @param capacity how many permits there are
 */
public record SharedLockModel(int capacity) implements StoreModel<SharedLockModel.State> {

	/** A lock that is read by any number. */
	public static final SharedLockModel READ = new SharedLockModel(Integer.MAX_VALUE);

	@Override
	public State initial() {
		return new State(Map.of(), 0);
	}

	@Override
	public @Nullable State apply(State state, LockOperation operation) {
		if (operation.action() != Action.ACQUIRE) {
			return state.without(operation.holder());
		}
		if (operation.permits() > 0) {
			return state.hasRoomFor(operation.permits(), this.capacity) ? state.with(operation, state.token()) : null;
		}
		boolean possible = state.holders().isEmpty() && operation.token() > state.token();
		return possible ? state.with(operation, operation.token()) : null;
	}

	@Override
	public boolean isHolder(State state, String holder) {
		return state.holders().containsKey(holder);
	}

	@Override
	public boolean allowsAllOf(State state, State other) {
		return state.holders().equals(other.holders()) && state.token() <= other.token();
	}

	/**
	 * The state of a lock.
	 *
	 * @param holders the permits of each acquisition that holds it; 0 of one that has it
	 * alone
	 * @param token the last fencing token
	 */
	public record State(Map<String, Integer> holders, long token) {

		boolean hasRoomFor(int permits, int capacity) {
			long used = this.holders.values().stream().mapToLong(Integer::intValue).sum();
			return !this.holders.containsValue(0) && used + permits <= capacity;
		}

		State with(LockOperation operation, long lastToken) {
			Map<String, Integer> more = new TreeMap<>(this.holders);
			more.put(operation.holder(), operation.permits());
			return new State(more, lastToken);
		}

		@Nullable State without(String holder) {
			if (!this.holders.containsKey(holder)) {
				return null;
			}
			Map<String, Integer> fewer = new TreeMap<>(this.holders);
			fewer.remove(holder);
			return new State(fewer, this.token);
		}

	}

}
