package io.github.lockstarter.sample.storm;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;

import io.github.lockstarter.LockClient;

import org.springframework.stereotype.Service;

/**
 * Resets the data, lets all processes handle all orders at once, and measures.
 */
@Service
public class Storm {

	/** Runs at start-up wait for a Redis that is just starting, too. */
	private static final Duration PATIENTLY = Duration.ofSeconds(30);

	private final LockClient locks;

	private final StormRepository repository;

	private final Workers workers;

	private final int orders;

	private final Map<StormKind, StormResult> results = new ConcurrentHashMap<>();

	private volatile StormStatus status = StormStatus.NONE;

	Storm(LockClient locks, StormRepository repository, Workers workers, StormProperties properties) {
		this.locks = locks;
		this.repository = repository;
		this.workers = workers;
		this.orders = properties.orders();
	}

	/**
	 * Start the processes that a storm needs, which takes several seconds.
	 * @param waiting called every two seconds meanwhile
	 */
	void prepare(Runnable waiting) {
		this.workers.start(WorkerKind.UNWATCHED, waiting);
	}

	/**
	 * Run one storm, if no instance runs one for long.
	 * @param kind the kind of the storm
	 * @param progress receives the number of deliveries now and then
	 * @return the result according to the database
	 */
	StormResult run(StormKind kind, LongConsumer progress) {
		return run(kind, WorkerKind.UNWATCHED, this.orders, PATIENTLY, progress);
	}

	/**
	 * Run one storm, if no instance is running one, with processes that may be struck.
	 * @param kind the kind of the storm
	 * @param orders the number of orders
	 * @return the result according to the database
	 */
	StormResult runWatched(StormKind kind, int orders) {
		return run(kind, WorkerKind.WATCHED, orders, Duration.ZERO, (deliveries) -> {
		});
	}

	private StormResult run(StormKind kind, WorkerKind processes, int orders, Duration waitTime,
			LongConsumer progress) {
		return this.locks.lock("storm").name("storm").waitTime(waitTime).call(() -> {
			this.status = this.status.next(kind);
			try {
				this.workers.start(processes, () -> {
				});
				this.repository.reset(orders);
				this.status = this.status.running();
				await(this.workers.workOff(kind), progress);
				StormResult result = this.repository.measure(kind);
				this.results.put(kind, result);
				return result;
			}
			finally {
				this.status = this.status.over();
			}
		});
	}

	/**
	 * Restore the stock, and delete all orders.
	 */
	void clear() {
		this.repository.reset(0);
	}

	/**
	 * The status of the latest storm of this instance.
	 * @return its status
	 */
	public StormStatus status() {
		return this.status;
	}

	/**
	 * The results of the latest storms of this instance.
	 * @return the results, by kind
	 */
	public Map<StormKind, StormResult> results() {
		return Map.copyOf(this.results);
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
