package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.Optional;

import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LogText;
import io.github.lockstarter.aop.StoreLimits;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreFeature;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Asks the client for the store of a lock, once there is a client: it creates none.
 */
final class LimitsOfStores implements StoreLimits {

	private final ConfigurableListableBeanFactory beanFactory;

	LimitsOfStores(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public Optional<Excess> find(String lockName, LockSettings.Resolved options) {
		for (String bean : this.beanFactory.getBeanNamesForType(DefaultLockClient.class, false, false)) {
			if (this.beanFactory.getSingleton(bean) instanceof DefaultLockClient client) {
				return find(lockName, client.store(lockName), options);
			}
		}
		return Optional.empty();
	}

	private static Optional<Excess> find(String lockName, LockStore store, LockSettings.Resolved options) {
		LockKind kind = options.get(LockOption.KIND);
		String name = LogText.of(lockName);
		String problem = "its lock '" + name + "' is kept in the store " + store.getClass().getSimpleName()
				+ ", which has no ";
		String elsewhere = ", or keep the lock in another store by the property 'distributed-lock.locks." + name
				+ ".store'.";
		if (kind != LockKind.MUTEX && store.lacks().contains(StoreFeature.SHARES)) {
			return Optional
				.of(new Excess(problem + "locks of the kind " + kind + ".", "Use LockKind.MUTEX" + elsewhere));
		}
		if (options.get(LockOption.FAIR) && store.lacks().contains(StoreFeature.QUEUE)) {
			return Optional.of(new Excess(problem + "queue, so it can't be fair.", "Leave 'fair' out" + elsewhere));
		}
		Duration lease = DefaultLockClient.lease(options);
		return store.longestLease()
			.filter((longest) -> lease.compareTo(longest) > 0)
			.map((longest) -> new Excess(
					problem + "leases longer than " + text(longest) + ", and this one is " + text(lease) + ".",
					"Shorten its 'leaseTime' and 'minHold'" + elsewhere));
	}

	private static String text(Duration lease) {
		return LockOption.LEASE_TIME.text(lease);
	}

}
