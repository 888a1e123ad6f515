package io.github.lockstarter.faults.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Looks for an order of operations that a model allows, in which each operation has its
 * place between its start and its end: the search of Wing and Gong, with Lowe's memory of
 * the configurations that were tried.
 *
 * @param <S> the state of the model
 */
public final class Linearizability<S> {

	private final Model<S> model;

	private final List<LockOperation> operations;

	private final Entry head = new Entry(-1, false);

	private final Deque<Step<S>> steps = new ArrayDeque<>();

	private final Set<Configuration<S>> tried = new HashSet<>();

	private final BitSet done = new BitSet();

	private S state;

	private int left;

	private int deepest = -1;

	private String deepestAt = "";

	private Linearizability(Model<S> model, List<LockOperation> operations) {
		this.model = model;
		this.operations = operations;
		this.state = model.initial();
		this.left = (int) operations.stream().filter(LockOperation::certain).count();
		link();
	}

	/**
	 * Look for an order.
	 * @param <S> the state of the model
	 * @param model what is allowed
	 * @param operations the operations on one thing
	 * @return a sentence on where each search came to its end, or empty if there is an
	 * order
	 */
	public static <S> Optional<String> violation(Model<S> model, List<LockOperation> operations) {
		return new Linearizability<>(model, operations).search();
	}

	private void link() {
		List<Entry> entries = new ArrayList<>();
		for (int i = 0; i < this.operations.size(); i++) {
			Entry call = new Entry(i, true);
			entries.add(call);
			if (this.operations.get(i).end() < Long.MAX_VALUE) {
				call.end = new Entry(i, false);
				entries.add(call.end);
			}
		}
		entries.sort(Comparator.comparingLong(this::at));
		Entry last = this.head;
		for (Entry entry : entries) {
			last.next = entry;
			entry.previous = last;
			last = entry;
		}
	}

	private long at(Entry entry) {
		LockOperation operation = this.operations.get(entry.operation);
		return entry.call ? operation.start() : operation.end();
	}

	private Optional<String> search() {
		Entry entry = this.head.next;
		while (this.left > 0) {
			if (entry != null && entry.call) {
				entry = take(entry) ? this.head.next : entry.next;
			}
			else {
				remember(entry);
				if (this.steps.isEmpty()) {
					return Optional.of(this.deepestAt);
				}
				entry = takeBack();
			}
		}
		return Optional.empty();
	}

	/** Let an operation take effect now, if that was not tried before. */
	private boolean take(Entry call) {
		S after = this.model.apply(this.state, this.operations.get(call.operation));
		if (after == null) {
			return false;
		}
		this.done.set(call.operation);
		if (!this.tried.add(new Configuration<>((BitSet) this.done.clone(), after))) {
			this.done.clear(call.operation);
			return false;
		}
		this.steps.push(new Step<>(call, this.state));
		this.state = after;
		this.left -= this.operations.get(call.operation).certain() ? 1 : 0;
		call.unlink();
		return true;
	}

	private @Nullable Entry takeBack() {
		Step<S> last = this.steps.pop();
		this.state = last.before();
		this.done.clear(last.call().operation);
		this.left += this.operations.get(last.call().operation).certain() ? 1 : 0;
		last.call().relink();
		return last.call().next;
	}

	private void remember(@Nullable Entry stuck) {
		if (this.steps.size() > this.deepest) {
			this.deepest = this.steps.size();
			this.deepestAt = "After %d of %d operations, in state %s, there is no place for %s".formatted(this.deepest,
					this.operations.size(), this.state,
					(stuck != null) ? this.operations.get(stuck.operation) : remaining());
		}
	}

	private List<LockOperation> remaining() {
		return this.operations.stream()
			.filter(LockOperation::certain)
			.filter((operation) -> !this.done.get(this.operations.indexOf(operation)))
			.toList();
	}

	/**
	 * The start or the end of an operation, in the order of time.
	 */
	private static final class Entry {

		private final int operation;

		private final boolean call;

		private @Nullable Entry end;

		private @Nullable Entry previous;

		private @Nullable Entry next;

		Entry(int operation, boolean call) {
			this.operation = operation;
			this.call = call;
		}

		void unlink() {
			skip();
			if (this.end != null) {
				this.end.skip();
			}
		}

		void relink() {
			if (this.end != null) {
				this.end.restore();
			}
			restore();
		}

		private void skip() {
			this.previous.next = this.next;
			if (this.next != null) {
				this.next.previous = this.previous;
			}
		}

		private void restore() {
			this.previous.next = this;
			if (this.next != null) {
				this.next.previous = this;
			}
		}

	}

	private record Step<S>(Entry call, S before) {
	}

	private record Configuration<S>(BitSet done, S state) {
	}

}
