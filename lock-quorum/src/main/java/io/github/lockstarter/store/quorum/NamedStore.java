package io.github.lockstarter.store.quorum;

import java.util.function.UnaryOperator;

import io.github.lockstarter.store.LockStore;

/**
 * One of the stores of a quorum.
 *
 * @param name its name for operators, such as an address
 * @param store the store, on one server: one that fails over may forget a lock that
 * counts as granted there
 * @param advice changes messages of the store that advise where it is configured, for as
 * one of several it is configured elsewhere
 */
public record NamedStore(String name, LockStore store, UnaryOperator<String> advice) {

	/**
	 * Name a store whose messages stay as they are.
	 * @param name its name for operators, such as an address
	 * @param store the store
	 */
	public NamedStore(String name, LockStore store) {
		this(name, store, UnaryOperator.identity());
	}
}
