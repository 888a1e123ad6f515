package io.github.lockstarter.sample.storm;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.UnaryOperator;

import org.springframework.stereotype.Component;

/**
 * The latest blows. Thread-safe.
 */
@Component
class Blows {

	private static final int KEPT = 10;

	private final Deque<Blow> latest = new ArrayDeque<>();

	private int count;

	synchronized int nextNumber() {
		return ++this.count;
	}

	synchronized void add(Blow blow) {
		this.latest.addFirst(blow);
		if (this.latest.size() > KEPT) {
			this.latest.removeLast();
		}
	}

	synchronized void update(int number, UnaryOperator<Blow> change) {
		List<Blow> changed = this.latest.stream()
			.map((blow) -> (blow.number() == number) ? change.apply(blow) : blow)
			.toList();
		this.latest.clear();
		this.latest.addAll(changed);
	}

	synchronized List<Blow> latest() {
		return List.copyOf(this.latest);
	}

}
