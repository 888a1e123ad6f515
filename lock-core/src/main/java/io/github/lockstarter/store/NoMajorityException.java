package io.github.lockstarter.store;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Too many of the stores that decide by majority have failed.
 */
public class NoMajorityException extends StoreException {

	private static final long serialVersionUID = 1L;

	private final LinkedHashMap<String, String> troubles;

	/**
	 * Create the exception.
	 * @param stores the number of stores
	 * @param needed the number of stores that are a majority
	 * @param troubles the failure of each store that did not answer, by its name
	 * @param passing whether a retry may soon help
	 */
	public NoMajorityException(int stores, int needed, Map<String, String> troubles, boolean passing) {
		super(message(stores, needed, troubles), passing, Kind.CONNECTION, null);
		this.troubles = new LinkedHashMap<>(troubles);
	}

	private static String message(int stores, int needed, Map<String, String> troubles) {
		return (stores - troubles.size()) + " of " + stores + " lock servers answer, " + needed + " are needed; "
				+ troubles.entrySet()
					.stream()
					.map((trouble) -> trouble.getKey() + ": " + trouble.getValue())
					.collect(Collectors.joining("; "));
	}

	/**
	 * The failure of each store that did not answer.
	 * @return the troubles by the names of the stores
	 */
	public Map<String, String> troubles() {
		return Collections.unmodifiableMap(this.troubles);
	}

}
