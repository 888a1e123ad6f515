package io.github.lockstarter.leader;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.containment.FailureIsolation;

/**
 * Runs steps one at a time, in their order of arrival, on a thread that exists only while
 * there are steps. Thread-safe.
 */
final class Steps implements Executor {

	private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

	/** The number of steps that have arrived and are not done. */
	private final AtomicInteger undone = new AtomicInteger();

	private final ThreadFactory threads;

	Steps(ThreadFactory threads) {
		this.threads = threads;
	}

	static Steps onThreads(String name) {
		return new Steps((task) -> {
			Thread thread = new Thread(task, name);
			thread.setDaemon(true);
			return thread;
		});
	}

	/** If no thread can be started, the calling thread does the work. */
	@Override
	public void execute(Runnable step) {
		this.waiting.add(step);
		if (this.undone.getAndIncrement() == 0) {
			try {
				this.threads.newThread(this::runAll).start();
			}
			catch (OutOfMemoryError ex) {
				runAll();
			}
		}
	}

	private void runAll() {
		do {
			FailureIsolation.run("A step of a leader election", this.waiting.remove());
		}
		while (this.undone.decrementAndGet() > 0);
	}

}
