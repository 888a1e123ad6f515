package io.github.lockstarter;

import java.time.Duration;
import java.util.List;

import org.springframework.format.annotation.DurationFormat.Style;
import org.springframework.format.annotation.DurationFormat.Unit;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * Limits of a value, both included. As text it completes the sentence "it has to be …".
 *
 * @param least the least value
 * @param most the largest value; the largest integer for no limit
 */
record Range<T extends Comparable<T>>(T least, T most) {

	private static final List<Unit> UNITS = List.of(Unit.DAYS, Unit.HOURS, Unit.MINUTES, Unit.SECONDS, Unit.MILLIS);

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
			.filter((unit) -> duration.equals(duration.truncatedTo(unit.asChronoUnit())))
			.findFirst()
			.map((largest) -> DurationFormatterUtils.print(duration, Style.SIMPLE, largest))
			.orElseGet(duration::toString);
	}

}
