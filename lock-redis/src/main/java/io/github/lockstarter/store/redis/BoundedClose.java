package io.github.lockstarter.store.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections within a limit, whatever the client library does. Each has a thread
 * of its own, since one that hangs must block neither the others nor the application.
 */
final class BoundedClose {

	private static final Logger logger = LoggerFactory.getLogger(BoundedClose.class);

	private static final long LIMIT_MILLIS = 2000;

	private BoundedClose() {
	}

	/**
	 * Close connections.
	 * @param server where they lead, within a sentence
	 */
	static void of(String server, Supplier<CompletableFuture<Void>> step) {
		try {
			begin(step).get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException ex) {
			logger.warn("The connections to " + server + " were not closed within " + LIMIT_MILLIS
					+ " ms; the shutdown goes on without them");
		}
		catch (ExecutionException ex) {
			logger.debug("Closing the connections failed", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static CompletableFuture<Void> begin(Supplier<CompletableFuture<Void>> step) {
		try {
			return CompletableFuture.supplyAsync(step, BoundedClose::start).thenCompose((closing) -> closing);
		}
		catch (OutOfMemoryError ex) {
			// the system grants no more threads
			return CompletableFuture.failedFuture(ex);
		}
	}

	private static void start(Runnable work) {
		Thread thread = new Thread(work, "lock-close");
		thread.setDaemon(true);
		thread.start();
	}

}
