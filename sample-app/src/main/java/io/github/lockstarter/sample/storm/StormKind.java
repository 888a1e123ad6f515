package io.github.lockstarter.sample.storm;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The kind of a storm: the work that it does, and the kind of lock under which it does
 * it.
 */
public enum StormKind {

	/**
	 * All work, with the locks forgotten.
	 */
	UNLOCKED("without a lock"),

	/**
	 * Orders, one at a time for each item.
	 */
	MUTEX("a mutex"),

	/**
	 * Stock counts, beside each other but beside no order for the item.
	 */
	READERS("readers"),

	/**
	 * Parcels, a few at a time.
	 */
	SEMAPHORE("a semaphore"),

	/**
	 * Receipts, in the order in which the customers came.
	 */
	FAIR("a fair lock"),

	/**
	 * Payments, each of which needs two accounts.
	 */
	SEVERAL_KEYS("several keys"),

	/**
	 * All work, each part of it under its lock.
	 */
	ALL("@DistributedLock");

	private final String label;

	StormKind(String label) {
		this.label = label;
	}

	/**
	 * Find a kind.
	 * @param parameter its name in a request, such as {@code several-keys}
	 * @return the kind, if there is one of that name
	 */
	static Optional<StormKind> find(String parameter) {
		return Arrays.stream(values()).filter((kind) -> kind.parameter().equals(parameter)).findFirst();
	}

	/**
	 * Its name in a request.
	 */
	String parameter() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	String label() {
		return this.label;
	}

	/**
	 * Whether it uses locks.
	 * @return whether it does
	 */
	public boolean isLocked() {
		return this != UNLOCKED;
	}

	/**
	 * Whether it processes orders, at least some of them.
	 */
	boolean processesOrders() {
		return processesEachOrder() || this == READERS;
	}

	boolean processesEachOrder() {
		return this == UNLOCKED || this == MUTEX || this == ALL;
	}

}
