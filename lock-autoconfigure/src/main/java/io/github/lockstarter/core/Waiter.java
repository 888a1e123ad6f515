package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.core.Watch.Report;

/**
 * One that waits for a lock in this JVM. Completes with the hold, or exceptionally with
 * the {@link Refusal} that the caller is to be told.
 */
final class Waiter extends CompletableFuture<Hold> {

	private final LockRequest request;

	private final String key;

	private final boolean patient;

	private final Deadline deadline;

	private final long startedAt;

	private final Thread thread = Thread.currentThread();

	private final boolean storeAnswered;

	private final boolean blocking;

	private final boolean endless;

	private final Report report;

	private int attempts;

	/**
	 * Create a waiter.
	 * @param waitTime how long it waits; with zero it only asks, and waits for the answer
	 * @param storeAnswered whether the store has answered for another key meanwhile
	 * @param blocking whether the current thread waits
	 */
	Waiter(LockRequest request, String key, Duration waitTime, long startedAt, boolean storeAnswered,
			boolean blocking) {
		this.request = request;
		this.key = key;
		this.patient = !waitTime.isZero();
		this.startedAt = startedAt;
		this.storeAnswered = storeAnswered;
		this.blocking = blocking;
		this.report = new Report(request.warnAfter());
		this.endless = waitTime.compareTo(LockOption.LONGEST) >= 0;
		this.deadline = new Deadline(startedAt + (this.patient ? waitTime : Deadline.ANSWER).toNanos());
	}

	/** When its wait is reported. */
	Report report() {
		return this.report;
	}

	/**
	 * It was asked for in its name, and refused. Guarded by the gate's mutex.
	 */
	void attempt() {
		this.attempts++;
	}

	/** How often it was refused when it was asked for in its name. */
	int attempts() {
		return this.attempts;
	}

	/** Whether it has made as many attempts as it may. */
	boolean isExhausted() {
		BackOff backOff = this.request.backOff();
		return backOff != null && this.attempts >= backOff.maxAttempts();
	}

	String key() {
		return this.key;
	}

	LockRequest request() {
		return this.request;
	}

	Duration lease() {
		return this.request.leaseTime();
	}

	/** Whether it waits for other holders, and not just for the store's answer. */
	boolean isPatient() {
		return this.patient;
	}

	/** Whether it waits without an end, as long as the store answers. */
	boolean isEndless() {
		return this.endless;
	}

	Deadline deadline() {
		return this.deadline;
	}

	long startedAt() {
		return this.startedAt;
	}

	boolean storeAnswered() {
		return this.storeAnswered;
	}

	Duration waited() {
		return Duration.ofNanos(System.nanoTime() - this.startedAt);
	}

	/** The thread that asked. */
	Thread thread() {
		return this.thread;
	}

	/** Whether that thread waits, and is going to be the holder. */
	boolean isBlocking() {
		return this.blocking;
	}

}
