package io.github.lockstarter.actuate;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.github.lockstarter.LockUnavailableException;

/**
 * Requests to the store that end within two seconds, however many commands they take: a
 * probe that hangs makes a healthy application look dead.
 */
final class TimeLimited {

	static final int THREADS = 4;

	static final String THREAD = "lock-actuator";

	private static final Duration LIMIT = Duration.ofSeconds(2);

	private static final Executor threads = threads();

	private TimeLimited() {
	}

	private static Executor threads() {
		ThreadPoolExecutor threads = new ThreadPoolExecutor(THREADS, THREADS, 1, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(), (task) -> {
					Thread thread = new Thread(task, THREAD);
					thread.setDaemon(true);
					return thread;
				});
		threads.allowCoreThreadTimeOut(true);
		return threads;
	}

	/**
	 * Send a request on another thread and wait for the answer. If that does not come in
	 * time, a request that was not yet sent never is.
	 * @param lock the requested lock, for the exception; empty for none in particular
	 * @param request sends it and returns the answer
	 * @throws LockUnavailableException if there is no answer in time
	 */
	static <T> T ask(String lock, Supplier<T> request) {
		FutureTask<T> answer = new FutureTask<>(request::get);
		threads.execute(answer);
		try {
			return answer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException ex) {
			answer.cancel(false);
			throw new LockUnavailableException(lock, LIMIT, null);
		}
		catch (InterruptedException ex) {
			answer.cancel(false);
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
