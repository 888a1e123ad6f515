package io.github.lockstarter;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A lock was taken from its holders by the {@link LockAdmin} of this application, whoever
 * they are: their own applications publish a {@link LockLostEvent}.
 *
 * @param name always empty: who releases a lock by force names only its key
 * @param key its key
 * @param kind the kind of lock that its holder had; of one that is shared
 * {@link LockKind#READ} if it is not known whether it was a semaphore
 * @param fencingToken the token of the acquisition that was ended; 0 if the lock was
 * shared
 * @param holders those who had the lock, as the store had them on record
 * @param by who asked for it; {@code null} if that is unknown
 */
public record LockReleasedByForceEvent(String name, String key, LockKind kind, long fencingToken,
		List<LockInfo.Holder> holders, @Nullable String by) implements LockEvent {

	/**
	 * Copy the list.
	 */
	public LockReleasedByForceEvent {
		holders = List.copyOf(holders);
	}

}
