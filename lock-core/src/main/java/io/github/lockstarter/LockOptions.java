package io.github.lockstarter;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Values of some of the {@link LockOption options}; the others are not set here.
 * Immutable.
 */
public final class LockOptions {

	/**
	 * Options of which none is set.
	 */
	public static final LockOptions NONE = new LockOptions(new Object[LockOption.all().size()]);

	private final @Nullable Object[] values;

	/** Checked by each call for a lock. */
	private final boolean empty;

	private LockOptions(@Nullable Object[] values) {
		this.values = values;
		this.empty = Arrays.stream(values).allMatch(Objects::isNull);
	}

	/**
	 * A single option.
	 * @param option the option
	 * @param value the value
	 * @param <T> the type of the value
	 * @return options with this one set; {@link #NONE} for the constant DEFAULT of an
	 * enum
	 * @throws IllegalArgumentException if the value is null or not allowed, with a
	 * message that says what to use instead
	 */
	public static <T> LockOptions of(LockOption<T> option, T value) {
		return NONE.with(option, option.checkNotNull(value));
	}

	/**
	 * The value that is set for an option.
	 * @param option the option
	 * @param <T> the type of its value
	 * @return the value; {@code null} if it is not set here
	 */
	@SuppressWarnings("unchecked") // only values of its option get here
	public <T> @Nullable T get(LockOption<T> option) {
		return (T) this.values[option.index()];
	}

	/**
	 * The value that is set for an option, or else the built-in one.
	 * @param option the option
	 * @param <T> the type of its value
	 * @return the value
	 */
	public <T> T getOrBuiltIn(LockOption<T> option) {
		T set = get(option);
		return (set != null) ? set : option.builtIn();
	}

	/**
	 * These options, with another value of one of them.
	 * @param option the option
	 * @param value the value; {@code null}, and the constant DEFAULT of an enum, for not
	 * set
	 * @param <T> the type of the value
	 * @return the options
	 * @throws IllegalArgumentException if the value is not allowed, with a message that
	 * says what to use instead
	 */
	public <T> LockOptions with(LockOption<T> option, @Nullable T value) {
		@Nullable Object[] changed = this.values.clone();
		changed[option.index()] = (value != null && option.isSet(value)) ? option.check(value) : null;
		return new LockOptions(changed);
	}

	/**
	 * These options; where one is not set, the value in {@code lower}.
	 * @param lower the options with less precedence
	 * @return the merged options
	 */
	public LockOptions over(LockOptions lower) {
		if (lower.empty) {
			return this;
		}
		if (this.empty) {
			return lower;
		}
		@Nullable Object[] merged = lower.values.clone();
		for (int index = 0; index < merged.length; index++) {
			if (this.values[index] != null) {
				merged[index] = this.values[index];
			}
		}
		return new LockOptions(merged);
	}

	/**
	 * Whether no option is set here.
	 * @return whether these options are equal to {@link #NONE}
	 */
	public boolean isEmpty() {
		return this.empty;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof LockOptions options && Arrays.equals(this.values, options.values);
	}

	@Override
	public int hashCode() {
		return Arrays.hashCode(this.values);
	}

	@Override
	public String toString() {
		return LockOption.all()
			.stream()
			.filter((option) -> get(option) != null)
			.map((option) -> option.name() + "=" + Range.text(getOrBuiltIn(option)))
			.collect(Collectors.joining(", ", "LockOptions{", "}"));
	}

}
