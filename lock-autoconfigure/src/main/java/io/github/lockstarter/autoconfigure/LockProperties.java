package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.lockstarter.LeaseMode;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.UnavailablePolicy;
import io.github.lockstarter.WaitingStrategy;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * Properties of distributed locks.
 */
@ConfigurationProperties("distributed-lock")
class LockProperties {

	/**
	 * Whether to configure distributed locks. If not, annotated methods run without a
	 * lock.
	 */
	private Boolean enabled = true;

	/**
	 * Where locks are kept.
	 */
	private Store store = Store.REDIS;

	/**
	 * What all keys and channels in Redis begin with.
	 */
	private String keyPrefix = "lock:";

	/**
	 * How long a call waits for a lock, the network included; 0 does not wait. From 0 to
	 * ten years.
	 */
	private Duration waitTime = Duration.ofSeconds(10);

	/**
	 * How long Redis keeps a lock whose holder has gone silent. From 100ms to ten years.
	 */
	private Duration leaseTime = Duration.ofSeconds(30);

	/**
	 * How many threads of one JVM may wait for one key at a time; further ones are
	 * refused at once, so that a lock that is held for long does not park a whole pool of
	 * request threads. At least 1; by default any number.
	 */
	private @Nullable Integer maxWaiters;

	/**
	 * How long a lock may be held at the most: it is not renewed beyond, and lost then.
	 * From 100ms to ten years; by default as long as the work takes.
	 */
	private @Nullable Duration maxHold;

	/**
	 * What happens to a running method when its lock is lost. By default the loss is
	 * reported.
	 */
	private @Nullable LossPolicy onLoss;

	/**
	 * What an annotated method does when Redis is unavailable. By default it fails,
	 * whatever its fail strategy.
	 */
	private @Nullable UnavailablePolicy onUnavailable;

	/**
	 * How a waiter learns that it may have the lock. By default it is notified.
	 */
	private @Nullable WaitingStrategy waiting;

	/**
	 * After how long a thread that holds or waits for a lock is reported at WARN, with
	 * who holds it and where that thread is. By default never.
	 */
	private @Nullable Duration warnAfter;

	/**
	 * How leases are chosen. By default they are fixed.
	 */
	private @Nullable LeaseMode leaseMode;

	/**
	 * How long the shutdown of the application waits for the locks that are held; keep it
	 * below spring.lifecycle.timeout-per-shutdown-phase.
	 */
	private Duration drainTimeout = Duration.ofSeconds(20);

	/**
	 * Order of the lock among the other advice of a method; lower is further outside. By
	 * default inside method security, and outside transactions and caches.
	 */
	private @Nullable Integer order;

	/**
	 * Name of the RedisConnectionFactory bean to use. By default the only or the primary
	 * one.
	 */
	private @Nullable String connectionFactory;

	/**
	 * Settings of single locks by their name, which beat what is written in the code. A
	 * name may contain dots, with or without brackets around it: both
	 * locks.OrderService.processOrder.wait-time and
	 * locks.[OrderService.processOrder].wait-time work. A name with characters other than
	 * letters, digits, dots and dashes needs the brackets.
	 */
	// for the metadata: NamedLocks binds what is used
	private final Map<String, NamedLockProperties> locks = new LinkedHashMap<>();

	private final Renewal renewal = new Renewal();

	@NestedConfigurationProperty
	private final BackOffProperties backOff = new BackOffProperties();

	@NestedConfigurationProperty
	private final AdaptiveLeaseProperties adaptiveLease = new AdaptiveLeaseProperties();

	@NestedConfigurationProperty
	private final LocalHandoverProperties localHandover = new LocalHandoverProperties();

	public Boolean getEnabled() {
		return this.enabled;
	}

	public void setEnabled(Boolean enabled) {
		this.enabled = enabled;
	}

	public Store getStore() {
		return this.store;
	}

	public void setStore(Store store) {
		this.store = store;
	}

	public String getKeyPrefix() {
		return this.keyPrefix;
	}

	public void setKeyPrefix(String keyPrefix) {
		this.keyPrefix = keyPrefix;
	}

	public Duration getWaitTime() {
		return this.waitTime;
	}

	public void setWaitTime(Duration waitTime) {
		this.waitTime = waitTime;
	}

	public Duration getLeaseTime() {
		return this.leaseTime;
	}

	public void setLeaseTime(Duration leaseTime) {
		this.leaseTime = leaseTime;
	}

	public @Nullable Integer getMaxWaiters() {
		return this.maxWaiters;
	}

	public void setMaxWaiters(@Nullable Integer maxWaiters) {
		this.maxWaiters = maxWaiters;
	}

	public @Nullable Duration getMaxHold() {
		return this.maxHold;
	}

	public void setMaxHold(@Nullable Duration maxHold) {
		this.maxHold = maxHold;
	}

	public @Nullable LossPolicy getOnLoss() {
		return this.onLoss;
	}

	public void setOnLoss(@Nullable LossPolicy onLoss) {
		this.onLoss = onLoss;
	}

	public @Nullable UnavailablePolicy getOnUnavailable() {
		return this.onUnavailable;
	}

	public void setOnUnavailable(@Nullable UnavailablePolicy onUnavailable) {
		this.onUnavailable = onUnavailable;
	}

	public @Nullable WaitingStrategy getWaiting() {
		return this.waiting;
	}

	public void setWaiting(@Nullable WaitingStrategy waiting) {
		this.waiting = waiting;
	}

	public @Nullable Duration getWarnAfter() {
		return this.warnAfter;
	}

	public void setWarnAfter(@Nullable Duration warnAfter) {
		this.warnAfter = warnAfter;
	}

	public @Nullable LeaseMode getLeaseMode() {
		return this.leaseMode;
	}

	public void setLeaseMode(@Nullable LeaseMode leaseMode) {
		this.leaseMode = leaseMode;
	}

	public Duration getDrainTimeout() {
		return this.drainTimeout;
	}

	public void setDrainTimeout(Duration drainTimeout) {
		this.drainTimeout = drainTimeout;
	}

	public @Nullable Integer getOrder() {
		return this.order;
	}

	public void setOrder(@Nullable Integer order) {
		this.order = order;
	}

	public @Nullable String getConnectionFactory() {
		return this.connectionFactory;
	}

	public void setConnectionFactory(@Nullable String connectionFactory) {
		this.connectionFactory = connectionFactory;
	}

	public Map<String, NamedLockProperties> getLocks() {
		return this.locks;
	}

	public Renewal getRenewal() {
		return this.renewal;
	}

	public BackOffProperties getBackOff() {
		return this.backOff;
	}

	public AdaptiveLeaseProperties getAdaptiveLease() {
		return this.adaptiveLease;
	}

	public LocalHandoverProperties getLocalHandover() {
		return this.localHandover;
	}

	/**
	 * Where locks are kept.
	 */
	enum Store {

		/**
		 * In the application's Redis.
		 */
		REDIS,

		/**
		 * Inside this JVM, which excludes no other: for development and tests.
		 */
		MEMORY

	}

	static class Renewal {

		/**
		 * Whether leases are renewed while locks are held, so that a method may run
		 * longer than its lease.
		 */
		private boolean enabled = true;

		/**
		 * How often a lease is renewed; shorter than half the lease. By default a third
		 * of the lease.
		 */
		private @Nullable Duration interval;

		public boolean isEnabled() {
			return this.enabled;
		}

		public void setEnabled(boolean enabled) {
			this.enabled = enabled;
		}

		public @Nullable Duration getInterval() {
			return this.interval;
		}

		public void setInterval(@Nullable Duration interval) {
			this.interval = interval;
		}

	}

}
