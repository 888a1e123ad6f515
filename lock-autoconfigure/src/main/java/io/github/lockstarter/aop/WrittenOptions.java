package io.github.lockstarter.aop;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.springframework.util.PlaceholderResolutionException;
import org.springframework.util.StringValueResolver;

/**
 * Reads the options that an annotation sets, by an attribute of their name or by one with
 * the suffix {@value #TEXT} for text.
 */
final class WrittenOptions {

	private static final String TEXT = "String";

	private static final Pattern DURATION = Pattern.compile("(Use|or) a duration like '(\\w+)'");

	private final AnnotatedMethod method;

	private final StringValueResolver placeholders;

	private final Map<String, @Nullable Object> attributes;

	WrittenOptions(AnnotatedMethod method, StringValueResolver placeholders) {
		this.method = method;
		this.placeholders = placeholders;
		this.attributes = AnnotationUtils.getAnnotationAttributes(method.lock());
	}

	LockOptions read() {
		LockOptions options = LockOptions.NONE;
		for (LockOption<?> option : LockOption.all()) {
			options = read(option, options);
		}
		return options;
	}

	private <T> LockOptions read(LockOption<T> option, LockOptions options) {
		String attribute = option.attribute();
		Object value = written(attribute);
		Object text = written(attribute + TEXT);
		if (value != null && text != null) {
			throw this.method.refused(
					"both '" + attribute + "' (" + value + ") and '" + attribute + TEXT + "' ('" + text + "') are set.",
					"Set only one of them.");
		}
		if (text != null) {
			return options.with(option, allowed(option, attribute + TEXT, text));
		}
		return (value != null) ? options.with(option, allowed(option, attribute, value)) : options;
	}

	private @Nullable Object written(String attribute) {
		Object value = this.attributes.get(attribute);
		return (value != null && isLeftOut(attribute, value)) ? null : value;
	}

	private static boolean isLeftOut(String attribute, Object value) {
		return !(value instanceof Enum<?>)
				&& value.equals(AnnotationUtils.getDefaultValue(DistributedLock.class, attribute));
	}

	private <T> T allowed(LockOption<T> option, String attribute, Object written) {
		T value = option.type().cast(value(option, attribute, written));
		if (!option.allows(value)) {
			String text = option.text(value);
			throw this.method.refused("its attribute '" + attribute + "' is '" + written + "'"
					+ (text.equals(written.toString()) ? "" : " (" + text + ")") + ", but " + option.limits() + ".",
					(written instanceof Long) ? numberAdvice(attribute, option.advice()) : option.advice());
		}
		return value;
	}

	private Object value(LockOption<?> option, String attribute, Object written) {
		if (option.type() == Duration.class) {
			return duration(attribute, written.toString());
		}
		return (option.type() == Integer.class) ? number(attribute, written.toString()) : written;
	}

	private Integer number(String attribute, String text) {
		try {
			String resolved = this.placeholders.resolveStringValue(text);
			return Integer.valueOf(Objects.requireNonNullElse(resolved, "").strip());
		}
		catch (PlaceholderResolutionException ex) {
			throw this.method.refused(
					Messages.ended("its attribute '" + attribute + "' is '" + text + "'. " + ex.getMessage()),
					"Set that property, or give the placeholder a default, as in '${name:5}'.", ex);
		}
		catch (NumberFormatException ex) {
			throw this.method.refused(
					"its attribute '" + attribute + "' is '" + text + "', which is not a whole number.",
					"Correct '" + attribute + "': a number, or a placeholder for one.", ex);
		}
	}

	/**
	 * The advice with a number in place of the duration, which needs a text attribute.
	 */
	private String numberAdvice(String attribute, String advice) {
		return DURATION.matcher(advice)
			.replaceFirst((match) -> (match.group(1).equals("Use") ? "Write " : "or write ")
					+ inUnit(attribute, match.group(2)));
	}

	private String inUnit(String attribute, String duration) {
		TimeUnit unit = this.method.lock().timeUnit();
		long number = unit.convert(DurationFormatterUtils.detectAndParse(duration));
		return (number == 0) ? attribute + TEXT + " = \"" + duration + "\""
				: attribute + " = " + number + " (in 'timeUnit', here " + unit + ")";
	}

	private Duration duration(String attribute, String text) {
		try {
			return parse(text);
		}
		catch (PlaceholderResolutionException ex) {
			throw this.method.refused(
					Messages.ended("its attribute '" + attribute + "' is '" + text + "'. " + ex.getMessage()),
					"Set that property, or give the placeholder a default, as in '${name:10s}'.", ex);
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			throw this.method
				.refused(Messages.ended("its attribute '" + attribute + "' is '" + text + "'. " + ex.getMessage()),
						"Correct '" + attribute
								+ "': a number in 'timeUnit', or as text a duration such as '500ms', '10s'"
								+ " or 'PT10S', or a placeholder for one.",
						ex);
		}
	}

	private Duration parse(String text) {
		String resolved = this.placeholders.resolveStringValue(text);
		if (resolved == null) {
			throw new IllegalArgumentException("It resolves to an empty text.");
		}
		return DurationFormatterUtils.detectAndParse(resolved.strip(),
				DurationFormat.Unit.fromChronoUnit(this.method.lock().timeUnit().toChronoUnit()));
	}

}
