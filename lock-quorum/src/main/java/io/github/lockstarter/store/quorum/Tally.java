package io.github.lockstarter.store.quorum;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.github.lockstarter.store.NoMajorityException;
import io.github.lockstarter.store.StoreException;

/**
 * The answers of nodes so far.
 *
 * @param <A> the type of the answers
 * @param answers the answers by the numbers of the nodes
 * @param failures the failures of others
 */
record Tally<A>(Nodes nodes, Map<Integer, A> answers, Map<Integer, StoreException> failures) {

	int majority() {
		return this.nodes.majority();
	}

	boolean isMajority(int count) {
		return count >= majority();
	}

	int answered() {
		return this.answers.size();
	}

	int pending() {
		return this.nodes.size() - this.answers.size() - this.failures.size();
	}

	/** Whether that number may still become a majority. */
	boolean mayBeMajority(int count) {
		return isMajority(count + pending());
	}

	/** The answers that meet a condition, in the order of the nodes. */
	List<A> those(Predicate<A> wanted) {
		return this.nodes.all()
			.stream()
			.flatMap((node) -> Stream.ofNullable(this.answers.get(node.index())))
			.filter(wanted)
			.toList();
	}

	/**
	 * The failure of an operation that too few nodes have answered.
	 * @param passing whether a retry may soon help
	 */
	NoMajorityException noMajority(boolean passing) {
		Map<String, String> troubles = new LinkedHashMap<>();
		for (Node node : this.nodes.all()) {
			StoreException failure = this.failures.get(node.index());
			if (failure != null) {
				troubles.put(node.name(), Objects.requireNonNullElse(failure.getMessage(), "it failed"));
			}
		}
		return new NoMajorityException(this.nodes.size(), majority(), troubles, passing);
	}

}
