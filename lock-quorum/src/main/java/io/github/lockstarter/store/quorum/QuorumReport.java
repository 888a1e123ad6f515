package io.github.lockstarter.store.quorum;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.github.lockstarter.store.StoreCondition;
import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Reports the condition of each node.
 */
final class QuorumReport {

	private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);

	private QuorumReport() {
	}

	/** Ask each node, down or not. */
	static CompletionStage<StoreCondition> ask(Nodes nodes) {
		return nodes.poll((node) -> node.askAnyway((session) -> session.condition())).decide((tally) -> {
			if (tally.pending() > 0) {
				return null;
			}
			if (!tally.isMajority(tally.answered())) {
				throw tally.noMajority(true);
			}
			return condition(tally);
		}, LIMIT_NANOS);
	}

	private static StoreCondition condition(Tally<StoreCondition> tally) {
		Map<String, String> details = new LinkedHashMap<>();
		details.put("mode", "quorum");
		details.put("answering", tally.answered() + " of " + tally.nodes().size());
		tally.nodes().all().forEach((node) -> details.put(node.name(), line(node, tally)));
		String problems = tally.nodes()
			.all()
			.stream()
			.map((node) -> problem(node, tally.answers().get(node.index())))
			.filter((problem) -> !problem.isEmpty())
			.collect(Collectors.joining(" "));
		StoreException twins = tally.nodes().twins();
		String all = (twins != null) ? String.valueOf(twins.getMessage()) : problems;
		return new StoreCondition(details, all.isEmpty() ? null : all);
	}

	private static String problem(Node node, @Nullable StoreCondition condition) {
		return (condition != null && condition.problem() != null)
				? node.name() + ": " + node.advised(condition.problem()) : "";
	}

	private static String line(Node node, Tally<StoreCondition> tally) {
		StoreCondition condition = tally.answers().get(node.index());
		StoreException failure = tally.failures().get(node.index());
		if (condition == null) {
			return (failure != null) ? String.valueOf(failure.getMessage()) : "unknown";
		}
		String details = condition.details()
			.entrySet()
			.stream()
			.map((detail) -> detail.getKey() + " " + detail.getValue())
			.collect(Collectors.joining(", "));
		return details.isEmpty() ? "answers" : details;
	}

}
