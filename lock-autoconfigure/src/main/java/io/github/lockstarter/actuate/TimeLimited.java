package io.github.lockstarter.actuate;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.github.lockstarter.LockUnavailableException;

/**
 * Requests to the store that end within two seconds, however many commands they take: a
 * probe that hangs makes a healthy application look dead.
 */
final class TimeLimited {

	private static final Duration LIMIT = Duration.ofSeconds(2);

	private TimeLimited() {
	}

	/**
	 * Send a request on a thread of its own and wait for the answer.
	 * @param lock the requested lock, for the exception; empty for none in particular
	 * @param request sends it and returns the answer
	 * @throws LockUnavailableException if there is no answer in time
	 */
	static <T> T ask(String lock, Supplier<T> request) {
		CompletableFuture<T> answer = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			try {
				answer.complete(request.get());
			}
			catch (RuntimeException | Error ex) {
				answer.completeExceptionally(ex);
			}
		}, "lock-actuator");
		thread.setDaemon(true);
		thread.start();
		return await(lock, answer);
	}

	private static <T> T await(String lock, CompletableFuture<T> answer) {
		try {
			return answer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException ex) {
			throw new LockUnavailableException(lock, LIMIT, null);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new LockUnavailableException(lock, LIMIT, ex);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof Error error) {
				throw error;
			}
			throw (RuntimeException) ex.getCause();
		}
	}

}
