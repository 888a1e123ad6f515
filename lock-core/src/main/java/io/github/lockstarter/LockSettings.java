package io.github.lockstarter;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * The settings of all locks: global defaults, and those of single locks by their name.
 * Immutable.
 *
 * @param defaults the options where nothing more specific is set
 * @param locks the options of single locks, by name
 */
public record LockSettings(LockOptions defaults, Map<String, LockOptions> locks) {

	/**
	 * Copy the map.
	 */
	public LockSettings {
		locks = Map.copyOf(locks);
	}

	/**
	 * The options that apply to a lock: the settings for its name beat what is written in
	 * the code, which beats the defaults.
	 * @param name the name of the lock
	 * @param written what is written in the code
	 * @return the complete options
	 */
	public Resolved resolve(String name, LockOptions written) {
		return new Resolved(this.locks.getOrDefault(name, LockOptions.NONE).over(written), this.defaults);
	}

	/**
	 * A value for every {@link LockOption}.
	 *
	 * @param own what is set for this lock
	 * @param defaults what applies where that is not set; built-in values come last
	 */
	public record Resolved(LockOptions own, LockOptions defaults) {

		/**
		 * The value that applies.
		 * @param option the option
		 * @param <T> the type of its value
		 * @return the value
		 */
		public <T> T get(LockOption<T> option) {
			T set = this.own.get(option);
			return (set != null) ? set : this.defaults.getOrBuiltIn(option);
		}

		/**
		 * Find a contradiction between options: the lock would be kept for longer than it
		 * may be held, use more permits than there are, be fair although it is shared or
		 * its callers don't queue, or wait indefinitely and yet give up.
		 * @param naming how the messages of the caller name an option
		 * @return the contradiction; empty if nothing is wrong
		 */
		public Optional<Contradiction> contradiction(Function<LockOption<?>, String> naming) {
			if (get(LockOption.MIN_HOLD).compareTo(get(LockOption.MAX_HOLD)) > 0) {
				return Optional.of(contradiction(naming, LockOption.MIN_HOLD, "longer than", LockOption.MAX_HOLD,
						"Shorten the one or lengthen the other."));
			}
			if (get(LockOption.PERMITS) > get(LockOption.CAPACITY)) {
				return Optional.of(contradiction(naming, LockOption.PERMITS, "more than", LockOption.CAPACITY,
						"No caller could ever get them: lower the one or raise the other."));
			}
			if (get(LockOption.FAIR) && get(LockOption.KIND) != LockKind.MUTEX) {
				return Optional.of(contradiction(naming, LockOption.FAIR, "at odds with", LockOption.KIND,
						"Only a lock that nobody shares can be fair: leave out one of the two."));
			}
			if (get(LockOption.FAIR) && backOff() != null) {
				return Optional.of(contradiction(naming, LockOption.FAIR, "at odds with", LockOption.WAIT_STRATEGY,
						"Callers that back off have no place in a queue: leave out one of the two."));
			}
			BackOff backOff = backOff();
			if (backOff != null && backOff.maxAttempts() < Integer.MAX_VALUE
					&& get(LockOption.WAIT_TIME).equals(LockOption.LONGEST)) {
				return Optional.of(new Contradiction(naming.apply(LockOption.WAIT_TIME) + " waits indefinitely, but "
						+ naming.apply(LockOption.BACK_OFF) + " gives up after " + backOff.maxAttempts() + " attempts",
						"Set a shorter wait time, or leave out the number of attempts."));
			}
			return Optional.empty();
		}

		private <T, U> Contradiction contradiction(Function<LockOption<?>, String> naming, LockOption<T> one,
				String how, LockOption<U> other, String advice) {
			return new Contradiction(naming.apply(one) + " (" + one.text(get(one)) + ") is " + how + " "
					+ naming.apply(other) + " (" + other.text(get(other)) + ")", advice);
		}

		/**
		 * Whether the lock is a semaphore whose capacity is not set.
		 * @return whether a capacity is missing
		 */
		public boolean lacksCapacity() {
			return get(LockOption.KIND) == LockKind.SEMAPHORE
					&& get(LockOption.CAPACITY).equals(LockOption.CAPACITY.builtIn());
		}

		/**
		 * The pauses between attempts.
		 * @return the back-off; {@code null} to be notified instead
		 */
		public @Nullable BackOff backOff() {
			return (get(LockOption.WAIT_STRATEGY) == WaitStrategy.BACK_OFF) ? get(LockOption.BACK_OFF) : null;
		}

		/**
		 * The bounds of a lease that follows the hold times.
		 * @return the bounds; {@code null} if the lease is fixed
		 */
		public @Nullable AdaptiveLease adaptiveLease() {
			return (get(LockOption.LEASE_MODE) == LeaseMode.ADAPTIVE) ? get(LockOption.ADAPTIVE_LEASE) : null;
		}

	}

	/**
	 * Options that contradict each other.
	 *
	 * @param problem what is wrong, as a sentence without its full stop
	 * @param advice what to do about it
	 */
	public record Contradiction(String problem, String advice) {
	}

}
