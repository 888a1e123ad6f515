package io.github.lockstarter;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Limits of a value, both included. As text it completes the sentence "it has to be …".
 *
 * @param least the least value
 * @param most the largest value; the largest integer for no limit
 */
record Range<T extends Comparable<T>>(T least, T most) {

	/** The units of Spring Boot's properties, which users write as well. */
	private static final List<Unit> UNITS = List.of(new Unit(ChronoUnit.DAYS, "d"), new Unit(ChronoUnit.HOURS, "h"),
			new Unit(ChronoUnit.MINUTES, "m"), new Unit(ChronoUnit.SECONDS, "s"), new Unit(ChronoUnit.MILLIS, "ms"));

	static final Range<Duration> TIME = upToTenYears(Duration.ZERO);

	static final Range<Duration> LONGER_TIME = upToTenYears(Duration.ofMillis(1));

	static final Range<Duration> LEASE = upToTenYears(Duration.ofMillis(100));

	static final Range<Integer> NUMBER = new Range<>(1, Integer.MAX_VALUE);

	private static Range<Duration> upToTenYears(Duration least) {
		return new Range<>(least, Duration.ofDays(3650));
	}

	boolean includes(T value) {
		return value.compareTo(this.least) >= 0 && value.compareTo(this.most) <= 0;
	}

	@Override
	public String toString() {
		if (this.most.equals(Integer.MAX_VALUE)) {
			return "at least " + text(this.least);
		}
		return "from " + text(this.least) + " to " + (this.most.equals(TIME.most) ? "ten years" : text(this.most));
	}

	/**
	 * A value in the form in which users write it.
	 */
	static String text(Object value) {
		return (value instanceof Duration duration) ? text(duration) : value.toString();
	}

	/** Properties can't be set to several numbers with units, such as 1m30s. */
	private static String text(Duration duration) {
		if (duration.isZero()) {
			return "0s";
		}
		return UNITS.stream()
			.filter((unit) -> duration.equals(duration.truncatedTo(unit.length())))
			.findFirst()
			.map((largest) -> duration.dividedBy(largest.length().getDuration()) + largest.suffix())
			.orElseGet(duration::toString);
	}

	private record Unit(ChronoUnit length, String suffix) {

	}

}
