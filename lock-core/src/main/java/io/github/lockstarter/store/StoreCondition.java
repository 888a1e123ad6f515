package io.github.lockstarter.store;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The condition of a store, described for operators.
 *
 * @param details its reports about itself, by short names, in a readable order
 * @param problem what endangers locks that are kept there, and what to do; {@code null}
 * if no problem is known
 */
public record StoreCondition(Map<String, String> details, @Nullable String problem) {

	/**
	 * The condition of a store that reports nothing about itself.
	 */
	public static final StoreCondition UNKNOWN = new StoreCondition(Map.of(), null);

}
