package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * Properties of distributed locks.
 */
@ConfigurationProperties("distributed-lock")
class LockProperties extends LockOptionProperties {

	/**
	 * Whether to configure distributed locks. If not, annotated methods run without a
	 * lock.
	 */
	private Boolean enabled = true;

	/**
	 * Store of the locks.
	 */
	private Store store = Store.REDIS;

	/**
	 * Prefix of all keys and channels in Redis.
	 */
	private String keyPrefix = "lock:";

	/**
	 * Time that the shutdown of the application waits for locks that are held; keep it
	 * below spring.lifecycle.timeout-per-shutdown-phase.
	 */
	private Duration drainTimeout = Duration.ofSeconds(20);

	/**
	 * Whether a lock is released without waiting for the answer of Redis. The lock may
	 * then still be held for a moment after its handle is closed or its annotated method
	 * has ended. Locks whose on-loss is fail or interrupt always wait.
	 */
	private boolean releaseInBackground;

	/**
	 * Whether traces and the diagnostic context of log lines (MDC) show the keys of
	 * locks, which may tell whose order it is.
	 */
	private boolean showKeys;

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
	private final LocalHandoverProperties localHandover = new LocalHandoverProperties();

	@NestedConfigurationProperty
	private final LockRedisProperties redis = new LockRedisProperties();

	@NestedConfigurationProperty
	private final LockQuorumProperties quorum = new LockQuorumProperties();

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

	public Duration getDrainTimeout() {
		return this.drainTimeout;
	}

	public void setDrainTimeout(Duration drainTimeout) {
		this.drainTimeout = drainTimeout;
	}

	public boolean isShowKeys() {
		return this.showKeys;
	}

	public void setShowKeys(boolean showKeys) {
		this.showKeys = showKeys;
	}

	public boolean isReleaseInBackground() {
		return this.releaseInBackground;
	}

	public void setReleaseInBackground(boolean releaseInBackground) {
		this.releaseInBackground = releaseInBackground;
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

	public LocalHandoverProperties getLocalHandover() {
		return this.localHandover;
	}

	public LockRedisProperties getRedis() {
		return this.redis;
	}

	public LockQuorumProperties getQuorum() {
		return this.quorum;
	}

	@Override
	CheckedOptions options(String prefix, LockOptions lower) {
		return super.options(prefix, lower).set(LockOption.AUTO_RENEW, this.renewal.isEnabled());
	}

	/**
	 * Store of the locks.
	 */
	enum Store {

		/**
		 * The application's Redis.
		 */
		REDIS,

		/**
		 * Several Redis servers that decide by majority: needs the module lock-quorum.
		 */
		QUORUM,

		/**
		 * A table of the application's PostgreSQL database: needs the module lock-jdbc.
		 */
		JDBC,

		/**
		 * The memory of this JVM, which excludes no other: for development and tests.
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
		 * Time between renewals of a lease; shorter than half the lease. By default a
		 * third of the lease.
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
