package io.github.lockstarter.core.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.github.lockstarter.containment.StackProbe;
import org.jspecify.annotations.Nullable;

/**
 * The mutex of a queue. Under it is only decided what to do; the effects (requests, the
 * telling of waiters) follow, in their order, when it is free. So nothing blocks under
 * it, and nothing foreign runs. Thread-safe.
 */
final class QueueMutex {

	private final LockQueues owner;

	private final LockQueue queue;

	private final ReentrantLock lock = new ReentrantLock();

	/** Mostly a single one, or none. */
	private List<Runnable> effects = List.of();

	private boolean retired;

	QueueMutex(LockQueues owner, LockQueue queue) {
		this.owner = owner;
		this.queue = queue;
	}

	/** Do something under the mutex. Not called under it. */
	void alone(Runnable action) {
		lock();
		try {
			action.run();
		}
		finally {
			unlock();
		}
	}

	/** Do something under the mutex, and answer. Not called under it. */
	<T extends @Nullable Object> T ask(Supplier<T> question) {
		lock();
		try {
			return question.get();
		}
		finally {
			unlock();
		}
	}

	/**
	 * Do something under the mutex, unless the queue is no longer of use.
	 * @return false if the queue is no longer of use
	 */
	boolean enter(Runnable entry) {
		lock();
		try {
			if (!this.retired) {
				entry.run();
			}
			return !this.retired;
		}
		finally {
			unlock();
		}
	}

	/** Do something when the mutex is free. Called under it. */
	void later(Runnable effect) {
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
		this.lock.lock();
	}

	private void unlock() {
		long until = AcquisitionPhase.NEVER;
		List<Runnable> decided = List.of();
		try {
			retireIfDeserted();
			until = this.queue.state().until();
			decided = this.effects;
			this.effects = List.of();
		}
		finally {
			this.lock.unlock();
		}
		carryOut(decided);
		if (until != AcquisitionPhase.NEVER) {
			this.owner.wake(until);
		}
	}

	private void retireIfDeserted() {
		if (!this.retired && this.queue.isDeserted()) {
			this.retired = true;
			this.owner.retire(this.queue.key(), this.queue);
		}
	}

	/**
	 * Carry out effects; those that fail for want of stack or memory follow on another
	 * thread.
	 */
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
