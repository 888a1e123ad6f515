package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreCondition;

/**
 * A session that remembers what it heard. It never asks by itself, so what it knows of a
 * grant it was told.
 */
public final class ListeningSession implements GrantListener, AutoCloseable {

	public static final Duration LEASE = Duration.ofSeconds(20);

	private static final Duration KEEP = Duration.ofSeconds(10);

	public final Queue<String> granted = new ConcurrentLinkedQueue<>();

	public final Queue<String> revoked = new ConcurrentLinkedQueue<>();

	public final AtomicInteger interruptions = new AtomicInteger();

	private final LockSession session;

	public ListeningSession(RedisServers servers) {
		this.session = new RedisLockStore(servers, "lock:").open(UUID.randomUUID().toString(), this);
	}

	public void listen(String key) {
		this.session.listen(key).toCompletableFuture().join();
	}

	public boolean isListening(String key) {
		return this.session.isListening(key);
	}

	public StoreCondition condition() {
		return this.session.condition().toCompletableFuture().join();
	}

	public AcquisitionState acquire(String key) {
		return acquire(key, 1);
	}

	public AcquisitionState acquire(String key, long sequence) {
		return ask(key, sequence, Duration.ZERO);
	}

	public AcquisitionState queue(String key) {
		return queue(key, 1);
	}

	public AcquisitionState queue(String key, long sequence) {
		return ask(key, sequence, KEEP);
	}

	private AcquisitionState ask(String key, long sequence, Duration placeTimeout) {
		AcquireRequest request = new AcquireRequest(key, sequence, LEASE, new Owner("shop", "one", "main"),
				placeTimeout);
		return this.session.acquire(request).toCompletableFuture().join().state();
	}

	public boolean forceRelease(String key) {
		return this.session.forceRelease(key).toCompletableFuture().join();
	}

	public AcquisitionState renew(String key) {
		return this.session.renew(key, 1, LEASE).toCompletableFuture().join().state();
	}

	public void release(String key) {
		release(key, 1);
	}

	public void release(String key, long sequence) {
		this.session.release(key, sequence).toCompletableFuture().join();
	}

	public boolean isHeld(String key) {
		return this.session.inspect(key).toCompletableFuture().join().hold() != null;
	}

	public void missed(String key) {
		this.session.missed(key);
	}

	@Override
	public void granted(GrantNotification grant) {
		this.granted.add(grant.key());
	}

	@Override
	public void revoked(String key, long sequence) {
		this.revoked.add(key);
	}

	@Override
	public void grantsMayBeLost() {
		this.interruptions.incrementAndGet();
	}

	@Override
	public void close() {
		this.session.close();
	}

}
