package io.github.lockstarter.faults.history;

import java.util.ArrayDeque;
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

	private final Entry head = new Entry(null, -1);

	private final Deque<Step<S>> steps = new ArrayDeque<>();

	private final Set<Configuration<S>> tried = new HashSet<>();

	private final BitSet done = new BitSet();

	private S state;

	private int left;

	private int deepest = -1;

	private String deepestAt = "";

	private Linearizability(Model<S> model, List<LockOperation> operations) {
		this.model = model;
		this.operations = operations.stream().sorted(Comparator.comparingLong(Linearizability::likely)).toList();
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

	/**
	 * When it is tried first: the end of a hold as soon as it may be, since it is in
	 * nobody's way, and all else in the order in which it was known. What was known first
	 * has to be first, unless both may be.
	 */
	private static long likely(LockOperation operation) {
		return (operation.end() < Long.MAX_VALUE) ? operation.end() : operation.start();
	}

	private void link() {
		Entry last = this.head;
		for (int i = 0; i < this.operations.size(); i++) {
			Entry entry = new Entry(this.operations.get(i), i);
			last.next = entry;
			entry.previous = last;
			last = entry;
		}
		long earliest = Long.MAX_VALUE;
		for (Entry entry = last; entry != this.head; entry = entry.previous) {
			earliest = Math.min(earliest, entry.operation.start());
			entry.earliestFromHere = earliest;
		}
	}

	private Optional<String> search() {
		Entry entry = this.head.next;
		while (this.left > 0) {
			Entry due = due();
			entry = next(entry, (due != null) ? due.operation.end() : Long.MAX_VALUE);
			if (entry != null) {
				entry = take(entry) ? this.head.next : entry.next;
			}
			else {
				remember(due);
				if (this.steps.isEmpty()) {
					return Optional.of(this.deepestAt);
				}
				entry = takeBack();
			}
		}
		return Optional.empty();
	}

	/** Of what is left, what had taken effect first for certain. */
	private @Nullable Entry due() {
		Entry entry = this.head.next;
		while (entry != null && entry.operation.end() == Long.MAX_VALUE) {
			entry = entry.next;
		}
		return entry;
	}

	/** The next one that may take effect before that moment. */
	private @Nullable Entry next(@Nullable Entry from, long moment) {
		Entry entry = from;
		while (entry != null && entry.earliestFromHere <= moment) {
			if (entry.operation.start() <= moment) {
				return entry;
			}
			entry = entry.next;
		}
		return null;
	}

	/** Let an operation take effect now, if that was not tried before. */
	private boolean take(Entry entry) {
		S after = this.model.apply(this.state, entry.operation);
		if (after == null) {
			return false;
		}
		this.done.set(entry.position);
		int first = this.done.nextClearBit(0);
		BitSet behind = this.done.get(first, Math.max(first, this.done.length()));
		if (!this.tried.add(new Configuration<>(first, behind, after))) {
			this.done.clear(entry.position);
			return false;
		}
		this.steps.push(new Step<>(entry, this.state));
		this.state = after;
		this.left -= entry.operation.certain() ? 1 : 0;
		entry.unlink();
		return true;
	}

	private @Nullable Entry takeBack() {
		Step<S> last = this.steps.pop();
		this.state = last.before();
		this.done.clear(last.entry().position);
		this.left += last.entry().operation.certain() ? 1 : 0;
		last.entry().relink();
		return last.entry().next;
	}

	private void remember(@Nullable Entry stuck) {
		if (this.steps.size() > this.deepest) {
			this.deepest = this.steps.size();
			this.deepestAt = "After %d of %d operations, in state %s, there is no place for %s".formatted(this.deepest,
					this.operations.size(), this.state, (stuck != null) ? stuck.operation : remaining());
		}
	}

	private List<LockOperation> remaining() {
		return this.operations.stream()
			.filter(LockOperation::certain)
			.filter((operation) -> !this.done.get(this.operations.indexOf(operation)))
			.toList();
	}

	/**
	 * An operation in the order in which they are tried.
	 */
	private static final class Entry {

		private final @Nullable LockOperation operation;

		private final int position;

		/** When the first begins of those that are here or behind. */
		private long earliestFromHere;

		private @Nullable Entry previous;

		private @Nullable Entry next;

		Entry(@Nullable LockOperation operation, int position) {
			this.operation = operation;
			this.position = position;
		}

		void unlink() {
			this.previous.next = this.next;
			if (this.next != null) {
				this.next.previous = this.previous;
			}
		}

		void relink() {
			this.previous.next = this;
			if (this.next != null) {
				this.next.previous = this;
			}
		}

	}

	private record Step<S>(Entry entry, S before) {
	}

	/**
	 * What was tried.
	 *
	 * @param first the first operation that was not done
	 * @param behind which of those behind it were done
	 */
	private record Configuration<S>(int first, BitSet behind, S state) {
	}

}
