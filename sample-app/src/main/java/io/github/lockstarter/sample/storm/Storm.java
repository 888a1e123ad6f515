package io.github.lockstarter.sample.storm;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;

import io.github.lockstarter.LockClient;

import org.springframework.stereotype.Service;

/**
 * Resets the data, lets all processes work all orders off at once, and measures.
 */
@Service
class Storm {

	private final LockClient locks;

	private final StormRepository repository;

	private final Workers workers;

	private final int orders;

	Storm(LockClient locks, StormRepository repository, Workers workers, StormProperties properties) {
		this.locks = locks;
		this.repository = repository;
		this.workers = workers;
		this.orders = properties.orders();
	}

	/**
	 * Run one storm, if no instance is running one.
	 * @param mode how to work the orders off
	 * @param progress receives the number of deliveries now and then
	 * @return what the database says afterwards
	 */
	StormResult run(StormMode mode, LongConsumer progress) {
		return this.locks.lock("storm").name("storm").waitTime(Duration.ZERO).call(() -> {
			this.workers.start();
			this.repository.reset(this.orders);
			await(this.workers.workOff(mode), progress);
			return this.repository.measure(mode);
		});
	}

	/**
	 * Fill the stock up again, and forget all orders.
	 */
	void clear() {
		this.repository.reset(0);
	}

	private void await(CompletableFuture<Void> work, LongConsumer progress) {
		boolean done = false;
		while (!done) {
			done = awaitBriefly(work);
			progress.accept(this.repository.deliveries());
		}
	}

	private static boolean awaitBriefly(CompletableFuture<Void> work) {
		try {
			work.get(50, TimeUnit.MILLISECONDS);
			return true;
		}
		catch (TimeoutException ex) {
			return false;
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("The storm broke off", ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("The storm was interrupted", ex);
		}
	}

}
