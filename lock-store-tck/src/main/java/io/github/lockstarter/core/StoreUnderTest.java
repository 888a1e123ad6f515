package io.github.lockstarter.core;

import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.SystemPlatform;
import io.github.lockstarter.store.LockStore;

/**
 * A store on which the behaviour of the client is tested. Its text names it in reports.
 */
public interface StoreUnderTest {

	/**
	 * Open a store for a test.
	 * @param afterTest takes what the end of the test shall do
	 * @return a store that shares its locks with those opened before
	 */
	LockStore open(Consumer<Runnable> afterTest);

	/**
	 * The time and the threads of a client; by default the machine's.
	 * @return a platform for one client
	 */
	default Platform newPlatform() {
		return new SystemPlatform();
	}

	/**
	 * All stores that {@link Provider providers} on the class path name.
	 * @return the stores
	 */
	static Stream<StoreUnderTest> all() {
		return ServiceLoader.load(Provider.class).stream().flatMap((provider) -> provider.get().stores());
	}

	/**
	 * Names the stores of a module; found by {@link ServiceLoader}.
	 */
	interface Provider {

		/**
		 * The stores to test on.
		 * @return at least one
		 */
		Stream<? extends StoreUnderTest> stores();

	}

}
