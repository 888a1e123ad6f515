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
		 * What to do about a {@link #contradiction}.
		 */
		public static final String CONTRADICTION_ADVICE = "Shorten the one or lengthen the other.";

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
		 * Whether the lock would be kept for longer than it may be held.
		 * @param naming how the messages of the caller name an option
		 * @return the sentence, without its full stop; empty if nothing is wrong
		 */
		public Optional<String> contradiction(Function<LockOption<?>, String> naming) {
			Duration least = get(LockOption.HOLD_AT_LEAST);
			Duration most = get(LockOption.MAX_HOLD);
			return (least.compareTo(most) <= 0) ? Optional.empty()
					: Optional.of(naming.apply(LockOption.HOLD_AT_LEAST) + " (" + Range.text(least)
							+ ") is longer than " + naming.apply(LockOption.MAX_HOLD) + " (" + Range.text(most) + ")");
		}

		/**
		 * The pauses between attempts.
		 * @return the back-off; {@code null} to be notified instead
		 */
		public @Nullable BackOff backOff() {
			return (get(LockOption.WAITING) == WaitingStrategy.BACK_OFF) ? get(LockOption.BACK_OFF) : null;
		}

		/**
		 * The bounds of a lease that follows the hold times.
		 * @return the bounds; {@code null} if the lease is fixed
		 */
		public @Nullable AdaptiveLease adaptiveLease() {
			return (get(LockOption.LEASE_MODE) == LeaseMode.ADAPTIVE) ? get(LockOption.ADAPTIVE_LEASE) : null;
		}

	}

}
