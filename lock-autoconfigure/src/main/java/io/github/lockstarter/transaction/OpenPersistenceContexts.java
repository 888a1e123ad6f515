package io.github.lockstarter.transaction;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LogText;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Reports, once, that a lock is taken while a persistence context of JPA is open that may
 * contain entities from before the lock. It is recognised by name, since the application
 * need not have JPA. Thread-safe.
 */
public final class OpenPersistenceContexts implements LockInstrumentation {

	private static final Log logger = LogFactory.getLog(OpenPersistenceContexts.class);

	private static final String HOLDER = "org.springframework.orm.jpa.EntityManagerHolder";

	private final AtomicBoolean reported = new AtomicBoolean();

	/**
	 * Create the report.
	 */
	public OpenPersistenceContexts() {
	}

	@Override
	public <T> T acquire(LockCall call, Supplier<T> acquisition) {
		check(call);
		return acquisition.get();
	}

	@Override
	public <T> CompletionStage<T> acquireAsync(LockCall call, Supplier<CompletionStage<T>> acquisition) {
		check(call);
		return acquisition.get();
	}

	private void check(LockCall call) {
		if (!this.reported.get() && !TransactionSynchronizationManager.isActualTransactionActive() && isOpen()
				&& this.reported.compareAndSet(false, true)) {
			logger
				.warn("The lock of " + LogText.of(call.keys()) + " is taken while a persistence context is open, as by"
						+ " 'spring.jpa.open-in-view': an entity that was read before shows under the lock what it was"
						+ " then, not what the last holder wrote. Set 'spring.jpa.open-in-view=false', or read entities"
						+ " anew under the lock (EntityManager.refresh). Reported once.");
		}
	}

	private static boolean isOpen() {
		return TransactionSynchronizationManager.getResourceMap()
			.values()
			.stream()
			.anyMatch(OpenPersistenceContexts::isHolder);
	}

	/** That of a Hibernate session extends that of JPA. */
	private static boolean isHolder(Object resource) {
		for (Class<?> type = resource.getClass(); type != null; type = type.getSuperclass()) {
			if (type.getName().equals(HOLDER)) {
				return true;
			}
		}
		return false;
	}

}
