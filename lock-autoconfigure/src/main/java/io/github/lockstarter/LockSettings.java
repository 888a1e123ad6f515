package io.github.lockstarter;

import java.util.Map;

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
