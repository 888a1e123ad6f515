package io.github.lockstarter;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Locks are kept by several servers that decide by majority, and this JVM reaches only a
 * minority of them. It does not say whether others hold the lock. If a minority has
 * granted it nevertheless, it is released again in the background.
 */
public class LockNoMajorityException extends LockUnavailableException {

	private static final long serialVersionUID = 1L;

	private final LinkedHashMap<String, String> troubles;

	/**
	 * Create the exception.
	 * @param lock the key or keys of the lock; empty if no lock in particular was asked
	 * for
	 * @param waited how long the caller waited
	 * @param cause the store's failure
	 * @param troubles the failure of each server that did not answer, by its name
	 */
	public LockNoMajorityException(String lock, Duration waited, @Nullable Throwable cause,
			Map<String, String> troubles) {
		super(lock, waited, cause);
		this.troubles = new LinkedHashMap<>(troubles);
	}

	/**
	 * The failure of each server that did not answer.
	 * @return the troubles by the names of the servers
	 */
	public Map<String, String> getTroubles() {
		return Collections.unmodifiableMap(this.troubles);
	}

}
