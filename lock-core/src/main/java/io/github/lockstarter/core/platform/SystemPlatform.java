package io.github.lockstarter.core.platform;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The machine as the JDK shows it.
 */
public final class SystemPlatform implements Platform {

	private static final int ID_BYTES = 12;

	@Override
	public long nanoTime() {
		return System.nanoTime();
	}

	@Override
	public long currentTimeMillis() {
		return System.currentTimeMillis();
	}

	@Override
	public Thread currentThread() {
		return Thread.currentThread();
	}

	@Override
	public double random() {
		return ThreadLocalRandom.current().nextDouble();
	}

	@Override
	public String randomId() {
		byte[] random = new byte[ID_BYTES];
		new SecureRandom().nextBytes(random);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
	}

	@Override
	public Timer timer(String name) {
		return new ThreadTimer(name);
	}

	@Override
	public TaskExecutor executor(String name, int mostThreads, int mostWaiting) {
		return new ThreadExecutor(name, mostThreads, mostWaiting);
	}

	@Override
	public void await(CompletableFuture<?> future, long nanos) throws InterruptedException {
		try {
			if (nanos == Long.MAX_VALUE) {
				future.get();
			}
			else {
				future.get(nanos, TimeUnit.NANOSECONDS);
			}
		}
		catch (ExecutionException | CancellationException | TimeoutException ex) {
			// whoever waited looks at the future
		}
	}

	@Override
	public void awaitUninterruptibly(CompletableFuture<?> future, long nanos) {
		awaitUninterruptibly(this, future, nanos);
	}

	/**
	 * Block the calling thread as the {@link Platform#await await} of a platform does,
	 * whether or not it is interrupted meanwhile.
	 */
	public static void awaitUninterruptibly(Platform platform, CompletableFuture<?> future, long nanos) {
		if (future.isDone()) {
			return;
		}
		long deadline = platform.nanoTime() + nanos;
		boolean interrupted = false;
		boolean waiting = true;
		while (waiting) {
			try {
				platform.await(future, Math.max(deadline - platform.nanoTime(), 0));
				waiting = false;
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		if (interrupted) {
			platform.currentThread().interrupt();
		}
	}

	static Thread daemon(Runnable task, String name) {
		Thread thread = new Thread(task, name);
		thread.setDaemon(true);
		return thread;
	}

}
