package io.github.lockstarter.sample.carrier;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.sample.order.Order;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;

/**
 * Hands parcels to a carrier that takes at most five at a time.
 */
@Service
public class CarrierService {

	/**
	 * The number of parcels that the carrier takes at a time.
	 */
	public static final int CAPACITY = 5;

	private final ParcelRepository parcels;

	private final Duration loadingTime;

	CarrierService(ParcelRepository parcels, @Value("${sample.loading-time}") Duration loadingTime) {
		this.parcels = parcels;
		this.loadingTime = loadingTime;
	}

	/**
	 * Hand a parcel over, as one of five at a time on all machines together.
	 * @param order the order in the parcel
	 * @return when the loading began, as {@link System#nanoTime()}
	 */
	@DistributedLock(key = "carrier", name = "carrier", kind = LockKind.SEMAPHORE, capacity = CAPACITY)
	public long handOver(Order order) {
		return load(order);
	}

	/**
	 * The same with the lock forgotten.
	 * @param order the order in the parcel
	 * @return when the loading began, as {@link System#nanoTime()}
	 */
	public long handOverUnlocked(Order order) {
		return load(order);
	}

	private long load(Order order) {
		long entered = System.nanoTime();
		Instant begun = Instant.now();
		LockSupport.parkNanos(this.loadingTime.toNanos());
		this.parcels.loaded(order, begun, Instant.now());
		return entered;
	}

}
