package io.github.lockstarter.core.hold;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * Number of open holds of a client, in all of its stores together: while work goes on
 * from lock to lock, there is always one. Thread-safe.
 */
public final class OpenHoldCount {

	private final AtomicInteger open = new AtomicInteger();

	/** Made when somebody asks for it, which nobody does before the client is stopped. */
	private volatile @Nullable CompletableFuture<Void> none;

	/** One more is open. */
	void opened() {
		this.open.incrementAndGet();
	}

	/** One is open no longer. */
	void closed() {
		if (this.open.decrementAndGet() == 0 && this.none != null) {
			none();
		}
	}

	/**
	 * Stage that completes when there is none, at some moment from now on. Whoever wants
	 * to know of holds that were opened after that has to ask again.
	 */
	public synchronized CompletableFuture<Void> none() {
		CompletableFuture<Void> known = this.none;
		CompletableFuture<Void> awaited = (known == null || known.isDone()) ? new CompletableFuture<>() : known;
		this.none = awaited;
		if (this.open.get() == 0) {
			awaited.complete(null);
		}
		return awaited;
	}

}
