package io.github.lockstarter.sample.storm;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.sample.order.Order;
import io.github.lockstarter.sample.order.OrderRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/**
 * One consumer of the queue of orders. Every consumer gets every order: the worst case of
 * a queue that delivers at least once.
 */
@Component
class DeliveryWorker {

	private static final Logger logger = LoggerFactory.getLogger(DeliveryWorker.class);

	private final OrderRepository orders;

	private final OrderFlow flow;

	private final StormRepository storm;

	private final int threads;

	private volatile boolean stopped;

	DeliveryWorker(OrderRepository orders, OrderFlow flow, StormRepository storm, StormProperties properties) {
		this.orders = orders;
		this.flow = flow;
		this.storm = storm;
		this.threads = properties.threads();
	}

	void workOff(StormKind kind) {
		List<Order> queue = this.orders.findAll();
		ExecutorService executor = Executors.newFixedThreadPool(this.threads);
		try {
			CompletableFuture
				.allOf(queue.stream()
					.map((order) -> CompletableFuture.runAsync(() -> deliver(order, kind), executor))
					.toArray(CompletableFuture[]::new))
				.join();
		}
		finally {
			executor.shutdownNow();
		}
	}

	void stop() {
		this.stopped = true;
	}

	private void deliver(Order order, StormKind kind) {
		if (this.stopped) {
			return;
		}
		Instant begun = Instant.now();
		long asked = System.nanoTime();
		Duration waited = Duration.ZERO;
		boolean failed = false;
		try {
			long entered = this.flow.workOff(order, kind);
			waited = Duration.ofNanos(entered - asked);
		}
		catch (LockNotAcquiredException ex) {
			logger.debug("Order {} had to wait too long", order.id(), ex);
			failed = true;
		}
		catch (RuntimeException ex) {
			logger.error("Order {} failed", order.id(), ex);
			failed = true;
		}
		this.storm.delivered(order, begun, waited, failed);
	}

}
