package io.github.lockstarter.faults.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.faults.history.LockOperation.Action;

/**
 * What a lock does that was kept by several stores, one after the other: each of them
 * does what its model allows. Who was granted it by which is not always known, so a state
 * consists of all that are possible.
 *
 * @param <S> the state of the lock in one store
 * @param store what a lock does in one store
 * @param count how many stores there were
 */
public record InReigns<S>(StoreModel<S> store, int count) implements Model<List<List<S>>> {

	/**
	 * Create a model.
	 * @param <S> the state of the lock in one store
	 * @param store what a lock does in one store
	 * @param amnesias when the store lost its data
	 * @return the model of all stores
	 */
	public static <S> InReigns<S> of(StoreModel<S> store, List<Amnesia> amnesias) {
		return new InReigns<>(store, amnesias.size() + 1);
	}

	@Override
	public List<List<S>> initial() {
		return List.of(Collections.nCopies(this.count, this.store.initial()));
	}

	@Override
	public @Nullable List<List<S>> apply(List<List<S>> states, LockOperation operation) {
		List<List<S>> possible = new ArrayList<>();
		for (List<S> state : states) {
			List<Integer> holding = holding(state, operation.holder());
			if (!holding.isEmpty()) {
				addIfPossible(state, operation, holding, possible);
			}
			else if (operation.action() == Action.ACQUIRE) {
				for (Set<Integer> reigns : operation.reigns()) {
					addIfPossible(state, operation, reigns, possible);
				}
			}
		}
		return possible.isEmpty() ? null : possible;
	}

	private List<Integer> holding(List<S> state, String holder) {
		List<Integer> holding = new ArrayList<>();
		for (int reign = 0; reign < this.count; reign++) {
			if (this.store.isHolder(state.get(reign), holder)) {
				holding.add(reign);
			}
		}
		return holding;
	}

	private void addIfPossible(List<S> state, LockOperation operation, Iterable<Integer> reigns,
			List<List<S>> possible) {
		List<S> after = new ArrayList<>(state);
		for (int reign : reigns) {
			S next = this.store.apply(state.get(reign), operation);
			if (next == null) {
				return;
			}
			after.set(reign, next);
		}
		if (possible.stream().noneMatch((other) -> allowsAllOf(other, after))) {
			possible.removeIf((other) -> allowsAllOf(after, other));
			possible.add(after);
		}
	}

	/** What has no more to offer than another one need not be followed. */
	private boolean allowsAllOf(List<S> state, List<S> other) {
		for (int reign = 0; reign < this.count; reign++) {
			if (!this.store.allowsAllOf(state.get(reign), other.get(reign))) {
				return false;
			}
		}
		return true;
	}

}
