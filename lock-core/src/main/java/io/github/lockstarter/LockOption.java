package io.github.lockstarter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import io.github.lockstarter.DistributedLock.LockFailStrategy;

/**
 * An option of a lock: its name, its type, its built-in value and its limits. There is
 * one constant for each option. Immutable.
 *
 * @param <T> the type of its value
 */
public final class LockOption<T> {

	/**
	 * The longest of all times: ten years.
	 */
	public static final Duration LONGEST = Range.TIME.most();

	/**
	 * The shortest lease: no renewal could be relied on below it.
	 */
	public static final Duration SHORTEST_LEASE = Range.LEASE.least();

	private static final Pattern DASH_AND_LETTER = Pattern.compile("-(.)");

	// has to stand above the options, which add themselves
	private static final List<LockOption<?>> ALL = new ArrayList<>();

	/**
	 * The kind of lock. The code depends on it, so no property sets it.
	 */
	public static final LockOption<LockKind> KIND = unlimited("kind", LockKind.class, LockKind.MUTEX);

	/**
	 * The number of permits of a {@linkplain LockKind#SEMAPHORE semaphore} that a holder
	 * uses.
	 */
	public static final LockOption<Integer> PERMITS = limited("permits", Integer.class, 1, Range.NUMBER,
			"Use 1 or more, up to the capacity.");

	/**
	 * The number of permits of a {@linkplain LockKind#SEMAPHORE semaphore} that may be in
	 * use at a time. It is not stored: each caller names its own and is limited by it.
	 * There is no default.
	 */
	public static final LockOption<Integer> CAPACITY = limited("capacity", Integer.class, Integer.MAX_VALUE,
			Range.NUMBER, "Use 1 or more: the number of permits that may be in use at a time.");

	/**
	 * Whether callers get the lock in the order in which they came, over all threads of
	 * all JVMs, instead of JVM by JVM. Applies only to locks that nobody shares and whose
	 * callers queue.
	 */
	public static final LockOption<Boolean> FAIR = unlimited("fair", Boolean.class, false);

	/**
	 * The longest time to wait for the lock, the network included; zero does not wait.
	 * {@link #LONGEST} means no limit, as long as the store answers.
	 */
	public static final LockOption<Duration> WAIT_TIME = limited("wait-time", Duration.class, Duration.ofSeconds(10),
			Range.TIME, "Use 0 to not wait, or a duration like '10s'.");

	/**
	 * The time for which the store keeps the lock of a holder that has gone silent.
	 */
	public static final LockOption<Duration> LEASE_TIME = limited("lease-time", Duration.class, Duration.ofSeconds(30),
			Range.LEASE, "Use a duration like '30s', several times longer than the longest pause you expect.");

	/**
	 * Whether the lease is renewed while the lock is held.
	 */
	public static final LockOption<Boolean> AUTO_RENEW = unlimited("auto-renew", Boolean.class, true);

	/**
	 * Whether a thread that already holds the lock enters it again. If not, it is refused
	 * at once, since it would wait for itself.
	 */
	public static final LockOption<Boolean> REENTRANT = unlimited("reentrant", Boolean.class, true);

	/**
	 * The strategy of an annotated method that did not obtain the lock in time.
	 */
	public static final LockOption<LockFailStrategy> FAIL_STRATEGY = unlimited("fail-strategy", LockFailStrategy.class,
			LockFailStrategy.EXCEPTION);

	/**
	 * The number of threads of this JVM that may wait for one key at a time; further ones
	 * are refused at once.
	 */
	public static final LockOption<Integer> MAX_WAITERS = limited("max-waiters", Integer.class, Integer.MAX_VALUE,
			Range.NUMBER, "Use 1 or more, or leave it out; to not wait at all, use a wait time of 0.");

	/**
	 * The number of keys that one call may lock: each is a lock of its own, which is
	 * renewed as long as the call lasts and keeps others out.
	 */
	public static final LockOption<Integer> MAX_KEYS = limited("max-keys", Integer.class, 1000, Range.NUMBER,
			"Use 1 or more: the number of keys that one call may lock.");

	/**
	 * The longest time for which the lock may be held, from the moment it was acquired:
	 * it is not renewed beyond that time, and is lost then. {@link #LONGEST} means no
	 * limit.
	 */
	public static final LockOption<Duration> MAX_HOLD = limited("max-hold", Duration.class, LONGEST, Range.LEASE,
			"Use a duration like '10m', well above what the work takes, or leave it out.");

	/**
	 * The policy for a guarded body whose lock is lost.
	 */
	public static final LockOption<LossPolicy> ON_LOSS = unlimited("on-loss", LossPolicy.class, LossPolicy.REPORT);

	/**
	 * The policy of an annotated method when the store is unavailable.
	 */
	public static final LockOption<UnavailablePolicy> ON_UNAVAILABLE = unlimited("on-unavailable",
			UnavailablePolicy.class, UnavailablePolicy.FAIL);

	/**
	 * The way in which a waiter learns that it may take the lock.
	 */
	public static final LockOption<WaitStrategy> WAIT_STRATEGY = unlimited("wait-strategy", WaitStrategy.class,
			WaitStrategy.NOTIFICATION);

	/**
	 * The pauses of {@link WaitStrategy#BACK_OFF}.
	 */
	public static final LockOption<BackOff> BACK_OFF = unlimited("back-off", BackOff.class, BackOff.DEFAULT);

	/**
	 * The time after which a thread that holds or waits for the lock is reported.
	 * {@link #LONGEST} means never.
	 */
	public static final LockOption<Duration> WARN_AFTER = limited("warn-after", Duration.class, LONGEST,
			Range.LONGER_TIME, "Use a duration like '30s', or leave it out.");

	/**
	 * The shortest time for which the lock is kept, from the moment it was acquired, even
	 * if it is released earlier.
	 */
	public static final LockOption<Duration> MIN_HOLD = limited("min-hold", Duration.class, Duration.ZERO, Range.TIME,
			"Use a duration like '30s', longer than the clocks of your machines differ, or leave it out.");

	/**
	 * The way in which the lease is chosen.
	 */
	public static final LockOption<LeaseMode> LEASE_MODE = unlimited("lease-mode", LeaseMode.class, LeaseMode.FIXED);

	/**
	 * The bounds of {@link LeaseMode#ADAPTIVE}.
	 */
	public static final LockOption<AdaptiveLease> ADAPTIVE_LEASE = unlimited("adaptive-lease", AdaptiveLease.class,
			AdaptiveLease.DEFAULT);

	private final int index = ALL.size();

	private final String name;

	private final String attribute;

	private final Class<T> type;

	private final T builtIn;

	private final Limits<T> limits;

	private LockOption(String name, Class<T> type, T builtIn, Limits<T> limits) {
		this.name = name;
		this.attribute = DASH_AND_LETTER.matcher(name).replaceAll((match) -> match.group(1).toUpperCase(Locale.ROOT));
		this.type = type;
		this.builtIn = builtIn;
		this.limits = limits;
		ALL.add(this);
	}

	private static <T> LockOption<T> unlimited(String name, Class<T> type, T builtIn) {
		return new LockOption<>(name, type, builtIn, Limits.none());
	}

	private static <T extends Comparable<T>> LockOption<T> limited(String name, Class<T> type, T builtIn,
			Range<T> range, String advice) {
		return new LockOption<>(name, type, builtIn, Limits.of(range, advice));
	}

	/**
	 * All options.
	 * @return the options, in no particular order
	 */
	public static List<LockOption<?>> all() {
		return Collections.unmodifiableList(ALL);
	}

	/**
	 * The name of the option in properties.
	 * @return words with dashes between them
	 */
	public String name() {
		return this.name;
	}

	/**
	 * The name of the option in code.
	 * @return the words of {@link #name()} in camel case
	 */
	public String attribute() {
		return this.attribute;
	}

	/**
	 * The type of the value.
	 * @return the type
	 */
	public Class<T> type() {
		return this.type;
	}

	/**
	 * The value that applies if the option is not set.
	 * @return the value
	 */
	public T builtIn() {
		return this.builtIn;
	}

	/**
	 * Whether a value is within the limits.
	 * @param value the value
	 * @return whether the option may have it
	 */
	public boolean allows(T value) {
		return this.limits.allowed().test(value);
	}

	/**
	 * The requirement that a value has to meet.
	 * @return the end of a sentence: "it has to be …"; empty if every value is allowed
	 */
	public String limits() {
		return this.limits.text();
	}

	/**
	 * Advice on what to use instead of a value that is not allowed.
	 * @return a sentence; empty if every value is allowed
	 */
	public String advice() {
		return this.limits.advice();
	}

	/**
	 * An annotation can't leave an enum unset, so it uses DEFAULT instead.
	 */
	boolean isSet(T value) {
		return !(value instanceof Enum<?> constant && constant.name().equals("DEFAULT"));
	}

	T checkNotNull(T value) {
		return Limits.checkNotNull(value, subject());
	}

	private String subject() {
		return "The option '" + attribute() + "'";
	}

	/**
	 * Refuse a value that is null or not allowed.
	 * @param value the value
	 * @return the value
	 * @throws IllegalArgumentException with a message that says what to use instead
	 */
	public T check(T value) {
		return (value != null && allows(value)) ? value : check(value, subject());
	}

	/**
	 * Refuse a value that is null or not allowed.
	 * @param value the value
	 * @param subject the place of the value, as the beginning of a sentence
	 * @return the value
	 * @throws IllegalArgumentException with a message that says what to use instead
	 */
	public T check(T value, String subject) {
		return this.limits.check(value, subject);
	}

	/**
	 * A value in the form in which users write it.
	 * @param value the value
	 * @return its text
	 */
	public String text(T value) {
		return Range.text(value);
	}

	int index() {
		return this.index;
	}

	@Override
	public String toString() {
		return this.name;
	}

}
