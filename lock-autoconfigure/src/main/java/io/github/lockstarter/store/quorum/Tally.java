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
 * What nodes have answered so far.
 *
 * @param <A> what each answers
 * @param answers the answers by the numbers of the nodes
 * @param failures what went wrong with others
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

	/** Whether so many may still become a majority. */
	boolean mayBeMajority(int count) {
		return isMajority(count + pending());
	}

	/** The answers of which something is true, in the order of the nodes. */
	List<A> those(Predicate<A> wanted) {
		return this.nodes.all()
			.stream()
			.flatMap((node) -> Stream.ofNullable(this.answers.get(node.index())))
			.filter(wanted)
			.toList();
	}

	/**
	 * The failure of an operation that too few have answered.
	 * @param passing whether trying again soon may help
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
