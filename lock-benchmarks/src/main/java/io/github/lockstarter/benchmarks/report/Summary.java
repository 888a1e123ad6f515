package io.github.lockstarter.benchmarks.report;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

import io.github.lockstarter.benchmarks.harness.Measurement;

/**
 * Medians, spreads and ratios of what was measured in several rounds.
 */
final class Summary {

	private final List<Measurement> measurements;

	Summary(List<Measurement> measurements) {
		this.measurements = measurements;
	}

	List<String> points(String scenario) {
		return of(scenario).map(Measurement::point).distinct().toList();
	}

	List<String> contenders(String scenario) {
		return of(scenario).map(Measurement::contender).distinct().sorted(ContenderOrder.INSTANCE).toList();
	}

	private Stream<Measurement> of(String scenario) {
		return this.measurements.stream().filter((each) -> each.scenario().equals(scenario));
	}

	private Map<Integer, Double> rounds(String scenario, String point, String contender, String metric) {
		Map<Integer, Double> rounds = new HashMap<>();
		of(scenario).filter((each) -> each.point().equals(point))
			.filter((each) -> each.contender().equals(contender) && each.metric().equals(metric))
			.forEach((each) -> rounds.put(each.round(), each.value()));
		return rounds;
	}

	OptionalDouble median(String scenario, String point, String contender, String metric) {
		return median(values(scenario, point, contender, metric));
	}

	/** The median of the quotients with another contender in the same round. */
	OptionalDouble ratio(String scenario, String point, String contender, String other, String metric) {
		Map<Integer, Double> others = rounds(scenario, point, other, metric);
		return median(rounds(scenario, point, contender, metric).entrySet()
			.stream()
			.filter((round) -> others.containsKey(round.getKey()))
			.mapToDouble((round) -> round.getValue() / Objects.requireNonNull(others.get(round.getKey()))));
	}

	OptionalDouble min(String scenario, String point, String contender, String metric) {
		return values(scenario, point, contender, metric).min();
	}

	OptionalDouble max(String scenario, String point, String contender, String metric) {
		return values(scenario, point, contender, metric).max();
	}

	private DoubleStream values(String scenario, String point, String contender, String metric) {
		return rounds(scenario, point, contender, metric).values().stream().mapToDouble(Double::doubleValue);
	}

	private static OptionalDouble median(DoubleStream values) {
		double[] sorted = values.sorted().toArray();
		int middle = sorted.length / 2;
		if (sorted.length % 2 == 1) {
			return OptionalDouble.of(sorted[middle]);
		}
		return Arrays.stream(sorted).skip(Math.max(0, middle - 1)).limit(2).average();
	}

}
