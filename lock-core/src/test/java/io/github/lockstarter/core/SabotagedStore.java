package io.github.lockstarter.core;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.Nullable;

/**
 * A store that does what another one does, but for what a test does instead.
 */
final class SabotagedStore implements LockStore {

	private final LockStore store;

	private final Sabotage sabotage;

	SabotagedStore(LockStore store, Sabotage sabotage) {
		this.store = store;
		this.sabotage = sabotage;
	}

	@Override
	public Set<StoreFeature> lacks() {
		return this.store.lacks();
	}

	@Override
	public Optional<Duration> longestLease() {
		return this.store.longestLease();
	}

	@Override
	public LockSession open(String instance, GrantListener listener) {
		LockSession session = this.store.open(instance, listener);
		return (LockSession) Proxy.newProxyInstance(LockSession.class.getClassLoader(),
				new Class<?>[] { LockSession.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("acquire") && arguments[0] instanceof List<?> requests) {
						return requests.stream()
							.map((request) -> ((LockSession) proxy).acquire((AcquireRequest) request))
							.toList();
					}
					Object instead = this.sabotage.instead(method.getName().replace("WithoutMark", ""),
							(arguments != null) ? arguments : new Object[0]);
					if (instead != null) {
						return instead;
					}
					try {
						return method.invoke(session, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
	}

	/**
	 * What goes wrong.
	 */
	@FunctionalInterface
	interface Sabotage {

		/**
		 * Act in place of the session. A release without a mark counts as a release, and
		 * so does a requeue; a request for many locks counts as one for each.
		 * @return what the operation returns; {@code null} to let the session do it
		 */
		@Nullable Object instead(String operation, Object[] arguments) throws Throwable;

	}

}
