package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The parameters of a method, as key expressions name them.
 *
 * @param names their names; empty if the class file doesn't contain them
 * @param types their types
 */
record KeyParameters(List<String> names, List<Class<?>> types) {

	static KeyParameters of(Method method, KeyEvaluation evaluation) {
		@Nullable String[] names = evaluation.parameterNames(method);
		return new KeyParameters(
				(names != null) ? Arrays.stream(names)
					.limit(Suspending.parameters(method))
					.filter(Objects::nonNull)
					.map(Objects::toString)
					.toList() : List.of(),
				Arrays.asList(method.getParameterTypes()).subList(0, Suspending.parameters(method)));
	}

	int count() {
		return this.types.size();
	}

	boolean isName(String text) {
		return this.names.contains(text);
	}

	boolean isPosition(String text) {
		return positions().anyMatch(text::equals);
	}

	/**
	 * The declared type of the parameter that a variable names.
	 */
	Optional<Class<?>> type(String variable) {
		int index = (this.names.size() == count()) ? this.names.indexOf(variable) : -1;
		if (index < 0 && isPosition(variable)) {
			index = Integer.parseInt(variable.substring(1));
		}
		return (index < 0) ? Optional.empty() : Optional.of(this.types.get(index));
	}

	/**
	 * The longest parameter name that the text begins with.
	 */
	Optional<String> prefixOf(String text) {
		return this.names.stream().filter(text::startsWith).max(Comparator.comparingInt(String::length));
	}

	/**
	 * Advice on what to write instead of an unknown variable, as a sentence.
	 */
	String advice() {
		if (count() == 0) {
			return "The method has no parameters; use #root.target or #root.methodName, or a bean as @name.";
		}
		if (this.names.isEmpty()) {
			return "Compile with the option '-parameters' so that parameters have names, or use "
					+ positions().collect(Collectors.joining(", #", "#", "")) + ".";
		}
		Set<String> known = new TreeSet<>(this.names);
		return "Use one of the parameters " + known.stream().collect(Collectors.joining(", #", "#", ""))
				+ ", or #root.";
	}

	private Stream<String> positions() {
		return IntStream.range(0, count()).boxed().flatMap((index) -> Stream.of("p" + index, "a" + index));
	}

}
