package io.github.lockstarter.core.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

import io.github.lockstarter.containment.StackProbe;
import org.jspecify.annotations.Nullable;

/**
 * The way to the {@link LocalQueue queue} of one lock: lets one thread at a time decide
 * there, and carries out what it decided when the mutex is free. Thread-safe.
 */
final class Gate implements GateMutex {

	private final GateOwner owner;

	private final ReentrantLock mutex = new ReentrantLock();

	private final LocalQueue queue;

	/** Mostly a single one, or none. */
	private List<Runnable> effects = List.of();

	private boolean retired;

	Gate(GateOwner owner, String key) {
		this.owner = owner;
		this.queue = owner.queue(key, this);
	}

	/** Where the conversation with the store stands, seen without the mutex. */
	ConversationState state() {
		return this.queue.conversation().state();
	}

	/**
	 * Bring somebody into the queue.
	 * @return false if this gate is no longer in use
	 */
	boolean enter(Consumer<LocalQueue> entry) {
		lock();
		try {
			if (!this.retired) {
				entry.accept(this.queue);
			}
			return !this.retired;
		}
		finally {
			unlock();
		}
	}

	/** Tell the queue something, and ask it. */
	<T extends @Nullable Object> T ask(Function<LocalQueue, T> question) {
		lock();
		try {
			return question.apply(this.queue);
		}
		finally {
			unlock();
		}
	}

	/** Tell the queue something. */
	void tell(Consumer<LocalQueue> message) {
		lock();
		try {
			message.accept(this.queue);
		}
		finally {
			unlock();
		}
	}

	@Override
	public void alone(Runnable action) {
		lock();
		try {
			action.run();
		}
		finally {
			unlock();
		}
	}

	@Override
	public void later(Runnable effect) {
		if (this.effects.isEmpty()) {
			this.effects = List.of(effect);
			return;
		}
		if (this.effects.size() == 1) {
			List<Runnable> several = new ArrayList<>(3);
			several.addAll(this.effects);
			this.effects = several;
		}
		this.effects.add(effect);
	}

	/** An overflow on the way into the mutex would leave it locked for ever. */
	private void lock() {
		StackProbe.checkToHandOver();
		this.mutex.lock();
	}

	private void unlock() {
		long until = ConversationState.NEVER;
		List<Runnable> decided = List.of();
		try {
			retireIfDeserted();
			until = state().until();
			decided = this.effects;
			this.effects = List.of();
		}
		finally {
			this.mutex.unlock();
		}
		carryOut(decided);
		if (until != ConversationState.NEVER) {
			this.owner.wake(until);
		}
	}

	private void retireIfDeserted() {
		if (!this.retired && this.queue.isDeserted()) {
			this.retired = true;
			this.owner.retire(this.queue.conversation().key(), this);
		}
	}

	/** What this thread has no stack or memory left for, another one does. */
	private void carryOut(List<Runnable> decided) {
		int done = 0;
		try {
			while (done < decided.size()) {
				decided.get(done).run();
				done++;
			}
		}
		catch (Throwable ex) {
			this.owner.elsewhere(decided.subList(done, decided.size()));
		}
	}

}
