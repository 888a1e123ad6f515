package io.github.lockstarter;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;

/**
 * A call of an annotated method that did not obtain its lock, and so did not run.
 * Immutable.
 *
 * @param name the name of the lock
 * @param keys its keys, without the prefix
 * @param outcome the reason why the call stopped waiting; never
 * {@link LockOutcome#ACQUIRED} or {@link LockOutcome#INTERRUPTED}
 * @param waited how long it waited
 * @param method the method, as the class of the bean has it
 * @param exception what the call throws if no handler takes the failure: a
 * {@link LockNotAcquiredException}, or a {@link LockUnavailableException} under
 * {@link UnavailablePolicy#TREAT_AS_CONTENDED}
 */
public record LockFailure(String name, List<String> keys, LockOutcome outcome, Duration waited, Method method,
		LockException exception) {

	/**
	 * Copy the keys.
	 */
	public LockFailure {
		keys = List.copyOf(keys);
	}

}
