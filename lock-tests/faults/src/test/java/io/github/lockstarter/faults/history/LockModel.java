package io.github.lockstarter.faults.history;

import io.github.lockstarter.faults.history.LockOperation.Action;
import org.jspecify.annotations.Nullable;

/**
 * What a lock does: a mutex that knows its owner, with or without re-entry, with or
 * without fencing tokens.
 */
public enum LockModel implements StoreModel<LockModel.State> {

	MUTEX(false, false), REENTRANT(true, false), FENCED(false, true), FENCED_REENTRANT(true, true);

	private final boolean reentrant;

	private final boolean fenced;

	LockModel(boolean reentrant, boolean fenced) {
		this.reentrant = reentrant;
		this.fenced = fenced;
	}

	@Override
	public State initial() {
		return new State("", 0, 0);
	}

	@Override
	public @Nullable State apply(State state, LockOperation operation) {
		if (operation.action() == Action.ACQUIRE && state.isFree()) {
			return (this.fenced && operation.token() <= state.token()) ? null
					: new State(operation.holder(), 1, this.fenced ? operation.token() : 0);
		}
		if (!state.owner().equals(operation.holder())) {
			return null;
		}
		return switch (operation.action()) {
			case ACQUIRE -> enter(state, operation);
			case RELEASE -> (state.depth() > 1) ? new State(state.owner(), state.depth() - 1, state.token())
					: new State("", 0, state.token());
			case END -> new State("", 0, state.token());
		};
	}

	@Override
	public boolean isHolder(State state, String holder) {
		return state.owner().equals(holder);
	}

	/** Whoever enters again has to have the same token. */
	@Override
	public boolean allowsAllOf(State state, State other) {
		return state.equals(other) || (state.isFree() && other.isFree() && state.token() <= other.token());
	}

	private @Nullable State enter(State state, LockOperation operation) {
		boolean possible = this.reentrant && (!this.fenced || operation.token() == state.token());
		return possible ? new State(state.owner(), state.depth() + 1, state.token()) : null;
	}

	/**
	 * The state of a lock.
	 *
	 * @param owner the acquisition that holds it; empty if it is free
	 * @param depth how often the owner has entered
	 * @param token the last fencing token
	 */
	public record State(String owner, int depth, long token) {

		boolean isFree() {
			return this.owner.isEmpty();
		}

	}

}
