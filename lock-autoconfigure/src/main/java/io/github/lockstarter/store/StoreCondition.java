package io.github.lockstarter.store;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The condition of a store, in words.
 *
 * @param details what it reports about itself, by short names, in a readable order
 * @param problem what endangers locks that are kept there, and what to do; {@code null}
 * if nothing is known
 */
public record StoreCondition(Map<String, String> details, @Nullable String problem) {

	/**
	 * Of a store that tells nothing of itself.
	 */
	public static final StoreCondition UNKNOWN = new StoreCondition(Map.of(), null);

}
