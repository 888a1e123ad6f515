package io.github.lockstarter.core;

import java.util.Optional;
import java.util.function.Supplier;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.testing.NeverRepeatedError;

/**
 * Asserts that nobody else gets a lock while a handle of it is valid. A failure of that
 * is never tried again, whatever stood still: a stall may be what it takes.
 */
final class Exclusion {

	private Exclusion() {
	}

	/**
	 * Let another ask for a lock that is held.
	 * @param held a handle, which is to be valid
	 * @param other asks, and is to be refused
	 */
	static void assertExcluded(LockHandle held, Supplier<Optional<LockHandle>> other) {
		other.get().ifPresent((handle) -> {
			try (handle) {
				if (held.isValid()) {
					throw new NeverRepeatedError(held + " is valid, and so is " + handle + " of another");
				}
				throw new AssertionError(held + " was no longer valid when another asked for the lock");
			}
		});
	}

}
