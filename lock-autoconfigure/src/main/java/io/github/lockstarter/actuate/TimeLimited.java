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
	 * Send a request on a thread of its own, and wait for the answer.
	 * @param what what is asked for, for the exception
	 * @param request sends it and returns the answer
	 * @throws LockUnavailableException if there is no answer in time
	 */
	static <T> T ask(String what, Supplier<T> request) {
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
		return await(what, answer);
	}

	private static <T> T await(String what, CompletableFuture<T> answer) {
		try {
			return answer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException ex) {
			throw new LockUnavailableException(what, LIMIT, null);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new LockUnavailableException(what, LIMIT, ex);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof Error error) {
				throw error;
			}
			throw (RuntimeException) ex.getCause();
		}
	}

}
