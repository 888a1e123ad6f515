package io.github.lockstarter.test;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockState;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to take a lock, and its outcome. Entering a lock again is an attempt of its
 * own. Thread-safe.
 */
public final class LockAcquisition {

	private final String name;

	private final List<String> keys;

	private final LockOptions options;

	private final String thread = Thread.currentThread().getName();

	private final @Nullable LockHandle handle;

	private final @Nullable LockException failure;

	LockAcquisition(String name, LockOptions options, LockHandle handle) {
		this.name = name;
		this.keys = handle.keys();
		this.options = options;
		this.handle = handle;
		this.failure = null;
	}

	LockAcquisition(String name, List<String> keys, LockOptions options, @Nullable LockException failure) {
		this.name = name;
		this.keys = keys;
		this.options = options;
		this.handle = null;
		this.failure = failure;
	}

	/**
	 * The name of the lock.
	 * @return the name; empty if it has none
	 */
	public String name() {
		return this.name;
	}

	/**
	 * The keys of the lock.
	 * @return the keys in the order in which they were taken; if they were not taken, in
	 * the order of the request
	 */
	public List<String> keys() {
		return this.keys;
	}

	/**
	 * The options that the code set for this acquisition, without defaults.
	 * @return the options
	 */
	public LockOptions options() {
		return this.options;
	}

	/**
	 * The kind of lock that the code asks for.
	 * @return the kind
	 */
	public LockKind kind() {
		return this.options.getOrBuiltIn(LockOption.KIND);
	}

	/**
	 * The number of permits of a semaphore that the code asks for.
	 * @return the number; 1 if it names none, and for the other kinds
	 */
	public int permits() {
		return this.options.getOrBuiltIn(LockOption.PERMITS);
	}

	/**
	 * The capacity of the semaphore, as set in the code.
	 * @return the number; empty if the code leaves it to the properties, and for the
	 * other kinds
	 */
	public OptionalInt capacity() {
		Integer capacity = this.options.get(LockOption.CAPACITY);
		return (capacity != null) ? OptionalInt.of(capacity) : OptionalInt.empty();
	}

	/**
	 * The thread that received the outcome: for an acquisition that blocks, the one that
	 * asked.
	 * @return its name
	 */
	public String thread() {
		return this.thread;
	}

	/**
	 * Whether the lock was granted.
	 * @return whether it was
	 */
	public boolean isGranted() {
		return this.handle != null;
	}

	/**
	 * Whether the lock was refused, since others held it.
	 * @return whether it was
	 */
	public boolean isRefused() {
		return this.handle == null && (this.failure == null || this.failure instanceof LockNotAcquiredException);
	}

	/**
	 * The exception that the caller got instead of the lock.
	 * @return the exception; empty if the lock was granted, or refused without one
	 */
	public Optional<LockException> failure() {
		return Optional.ofNullable(this.failure);
	}

	/**
	 * Whether the lock is held at this moment.
	 * @return whether it was granted, and neither released nor lost since
	 */
	public boolean isHeld() {
		LockState state = state();
		return state == LockState.HELD || state == LockState.UNCERTAIN;
	}

	/**
	 * Whether the lock was granted, and given back in time.
	 * @return whether it was released
	 */
	public boolean isReleased() {
		return state() == LockState.RELEASED;
	}

	/**
	 * Whether the lock was granted, and lost before it was given back.
	 * @return whether it was lost
	 */
	public boolean isLost() {
		return state() == LockState.LOST;
	}

	private @Nullable LockState state() {
		return (this.handle != null) ? this.handle.state() : null;
	}

	/**
	 * The fencing token.
	 * @return the token
	 * @throws IllegalStateException if the lock was not granted, has several keys, or is
	 * shared
	 */
	public long fencingToken() {
		return granted().fencingToken();
	}

	/**
	 * The fencing token of one of several keys.
	 * @param key the key
	 * @return the token
	 * @throws IllegalStateException if the lock was not granted, or is shared
	 * @throws IllegalArgumentException if it does not have that key
	 */
	public long fencingToken(String key) {
		return granted().fencingToken(key);
	}

	private LockHandle granted() {
		if (this.handle == null) {
			throw new IllegalStateException("The lock " + this.keys + " was not granted, so it has no token.");
		}
		return this.handle;
	}

	/**
	 * Let the handle ask the store, so that it notices a loss.
	 */
	void noticeLoss() {
		if (this.handle != null && isHeld()) {
			ask(this.handle);
		}
	}

	static void ask(LockHandle handle) {
		try {
			handle.extend(LockOption.SHORTEST_LEASE);
		}
		catch (LockLostException | IllegalStateException ex) {
			// lost, or closed meanwhile
		}
	}

	/**
	 * Whether this is an acquisition of a certain lock.
	 * @param nameOrKey the name of the lock, or one of its keys
	 * @return whether it is
	 */
	public boolean isOf(String nameOrKey) {
		return this.name.equals(nameOrKey) || this.keys.contains(nameOrKey);
	}

	@Override
	public String toString() {
		String lock = this.keys.stream().collect(Collectors.joining("', '", "'", "'"));
		String named = this.name.isEmpty() ? "" : " (" + this.name + ")";
		return lock + named + shared() + " " + outcome() + " on thread '" + this.thread + "'";
	}

	private String shared() {
		return switch (kind()) {
			case MUTEX -> "";
			case READ -> " for reading";
			case SEMAPHORE ->
				" with " + permits() + (capacity().isPresent() ? " of " + capacity().getAsInt() : "") + " permits";
		};
	}

	private String outcome() {
		if (this.handle == null) {
			return isRefused() ? "refused" : "failed with " + this.failure;
		}
		return "granted, now " + this.handle.state();
	}

}
