package io.github.lockstarter.actuate;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.github.lockstarter.LockUnavailableException;

/**
 * Asks the store for no longer than two seconds, however many requests that takes: a
 * probe that hangs makes an application look dead that is not.
 */
final class Bounded {

	private static final Duration LIMIT = Duration.ofSeconds(2);

	private Bounded() {
	}

	/**
	 * Ask on a thread of its own, and wait for the answer.
	 * @param what what is asked for, for the exception
	 * @param question asks
	 * @throws LockUnavailableException if there is no answer in time
	 */
	static <T> T ask(String what, Supplier<T> question) {
		CompletableFuture<T> answer = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			try {
				answer.complete(question.get());
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
