package io.github.lockstarter.store.quorum;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import org.jspecify.annotations.Nullable;

/**
 * One request to all nodes. Nodes that are silent for too long count as failed, whether
 * or not the others have decided. Thread-safe.
 *
 * @param <A> the type of the answers
 */
final class Poll<A> {

	private final Nodes nodes;

	private final List<CompletionStage<A>> stages;

	private final Map<Integer, A> answers = new TreeMap<>();

	private final Map<Integer, StoreException> failures = new TreeMap<>();

	private Runnable cancel = () -> {
	};

	Poll(Nodes nodes, List<CompletionStage<A>> stages) {
		this.nodes = nodes;
		this.stages = stages;
	}

	<R> CompletableFuture<R> decide(Function<Tally<A>, @Nullable R> rule) {
		return decide(rule, this.nodes.timeout().toNanos());
	}

	/**
	 * End as soon as a rule decides, which it must when nothing is pending.
	 * @param rule gives the result; {@code null} to wait for more answers. It may throw
	 * @param nanos the time to wait for each node
	 */
	<R> CompletableFuture<R> decide(Function<Tally<A>, @Nullable R> rule, long nanos) {
		CompletableFuture<R> decided = new CompletableFuture<>();
		for (int i = 0; i < this.stages.size(); i++) {
			int index = i;
			this.stages.get(i).whenComplete((answer, thrown) -> {
				if (thrown == null) {
					put(index, answer, null);
				}
				else {
					put(index, null, this.nodes.all().get(index).explained(thrown));
				}
				look(rule, decided);
			});
		}
		waitAtMost(nanos, rule, decided);
		return decided;
	}

	private synchronized void put(int index, @Nullable A answer, @Nullable StoreException failure) {
		if (this.failures.containsKey(index)) {
			return;
		}
		if (answer != null) {
			this.answers.put(index, answer);
		}
		else if (failure != null) {
			this.failures.put(index, failure);
		}
		if (isComplete()) {
			this.cancel.run();
		}
	}

	private synchronized <R> void waitAtMost(long nanos, Function<Tally<A>, @Nullable R> rule,
			CompletableFuture<R> decided) {
		if (!isComplete()) {
			this.cancel = this.nodes.timer().schedule(() -> {
				silent(nanos);
				look(rule, decided);
			}, nanos);
		}
	}

	private boolean isComplete() {
		return this.answers.size() + this.failures.size() == this.stages.size();
	}

	private synchronized void silent(long nanos) {
		for (Node node : this.nodes.all()) {
			int index = node.index();
			if (!this.answers.containsKey(index) && !this.failures.containsKey(index)) {
				StoreException silence = new StoreException("no answer within " + nanos / 1_000_000 + " ms", true,
						Kind.CONNECTION, null);
				node.silent(silence);
				this.failures.put(index, silence);
			}
		}
	}

	private synchronized Tally<A> tally() {
		return new Tally<>(this.nodes, Map.copyOf(this.answers), Map.copyOf(this.failures));
	}

	private <R> void look(Function<Tally<A>, @Nullable R> rule, CompletableFuture<R> decided) {
		if (decided.isDone()) {
			return;
		}
		try {
			R result = rule.apply(tally());
			if (result != null) {
				decided.complete(result);
			}
		}
		catch (RuntimeException | Error ex) {
			// whoever calls this would swallow it
			decided.completeExceptionally(ex);
		}
	}

}
