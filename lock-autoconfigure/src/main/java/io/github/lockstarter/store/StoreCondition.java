package io.github.lockstarter.store;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * How a store is, for people to read.
 *
 * @param details what it tells of itself, by short names; in an order that reads well
 * @param problem what endangers locks that are kept there, and what to do; {@code null}
 * if nothing is known
 */
public record StoreCondition(Map<String, String> details, @Nullable String problem) {

	/**
	 * Of a store that tells nothing of itself.
	 */
	public static final StoreCondition UNKNOWN = new StoreCondition(Map.of(), null);

}
