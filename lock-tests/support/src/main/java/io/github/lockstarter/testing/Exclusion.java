package io.github.lockstarter.testing;

import java.util.Optional;
import java.util.function.Supplier;

import io.github.lockstarter.LockHandle;

/**
 * Asserts that nobody else gets a lock while a handle of it is valid. A failure of that
 * is never tried again, whatever stood still: a stall may be what it takes.
 */
public final class Exclusion {

	private Exclusion() {
	}

	/**
	 * Let another ask for a lock that is held.
	 * @param held a handle, which is to be valid
	 * @param other asks, and is to be refused
	 */
	public static void assertExcluded(LockHandle held, Supplier<Optional<LockHandle>> other) {
		other.get().ifPresent((handle) -> {
			try (handle) {
				if (held.isValid()) {
					throw new Violated(held + " is valid, and so is " + handle + " of another");
				}
				throw new AssertionError(held + " was no longer valid when another asked for the lock");
			}
		});
	}

	/** Whether an exclusion was violated, here or on another thread. */
	static boolean isViolated(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof Violated) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Two had a lock of which only one may have it.
	 */
	public static final class Violated extends AssertionError {

		Violated(String message) {
			super(message);
		}

	}

}
