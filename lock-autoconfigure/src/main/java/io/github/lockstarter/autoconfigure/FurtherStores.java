package io.github.lockstarter.autoconfigure;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;

import io.github.lockstarter.core.LockStores;
import io.github.lockstarter.store.LockStore;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * The stores beside the standard one, which keep the locks of some names.
 */
final class FurtherStores {

	private static final Bindable<LockProperties.Store> LOCATION = Bindable.of(LockProperties.Store.class);

	private FurtherStores() {
	}

	/** The locks that are not kept in the standard store, by their names. */
	static Map<String, LockProperties.Store> locks(Environment environment) {
		Binder binder = Binder.get(environment);
		LockProperties.Store standard = binder.bind("distributed-lock.store", LockProperties.Store.class)
			.orElse(LockProperties.Store.REDIS);
		Map<String, LockProperties.Store> locks = new LinkedHashMap<>();
		NamedLocks.names(environment)
			.forEach((path, name) -> binder.bind(path.append("store"), LOCATION)
				.ifBound((store) -> locks.put(name, store)));
		locks.values().removeIf((store) -> store == standard);
		return locks;
	}

	/**
	 * The stores of the client.
	 * @param standard the standard one
	 * @param missing makes the exception for a kind of store that can't be had, and the
	 * property that asks for it
	 */
	static LockStores of(LockStore standard, Environment environment, BeanFactory beans,
			BiFunction<LockProperties.Store, String, RuntimeException> missing) {
		Map<String, LockStore> further = new HashMap<>();
		Map<String, String> locks = new HashMap<>();
		locks(environment).forEach((lock, kind) -> {
			String store = kind.name().toLowerCase(Locale.ROOT);
			String bean = "distributedLock" + StringUtils.capitalize(store) + "Store";
			if (!beans.containsBean(bean)) {
				throw missing.apply(kind, NamedLocks.LOCKS + "." + lock + ".store");
			}
			further.put(store, beans.getBean(bean, LockStore.class));
			locks.put(lock, store);
		});
		return new LockStores(standard, further, locks);
	}

}
