package io.github.lockstarter.test.assertj;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.test.LockAcquisition;
import io.github.lockstarter.test.RecordingLockClient;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on the record of a {@link RecordingLockClient}. A lock is identified by its
 * name or by one of its keys.
 */
public final class RecordingLockClientAssert extends AbstractAssert<RecordingLockClientAssert, RecordingLockClient> {

	RecordingLockClientAssert(RecordingLockClient actual) {
		super(actual, RecordingLockClientAssert.class);
	}

	/**
	 * The lock was granted at least once.
	 * @param nameOrKey the lock
	 * @return this
	 */
	public RecordingLockClientAssert locked(String nameOrKey) {
		if (count(nameOrKey, LockAcquisition::isGranted) == 0) {
			throw failure("Expected the lock '%s' to have been granted, but %s", nameOrKey, record());
		}
		return this;
	}

	/**
	 * The lock was granted this number of times.
	 * @param nameOrKey the lock
	 * @param times the number
	 * @return this
	 */
	public RecordingLockClientAssert lockedTimes(String nameOrKey, int times) {
		long granted = count(nameOrKey, LockAcquisition::isGranted);
		if (granted != times) {
			throw failure("Expected the lock '%s' to have been granted %d times and not %d times, but %s", nameOrKey,
					times, granted, record());
		}
		return this;
	}

	/**
	 * These keys, and no others, were granted by one acquisition.
	 * @param keys the keys, in any order
	 * @return this
	 */
	public RecordingLockClientAssert lockedTogether(String... keys) {
		Set<String> expected = Set.of(keys);
		if (granted().noneMatch((acquisition) -> Set.copyOf(acquisition.keys()).equals(expected))) {
			throw failure("Expected the keys %s to have been granted together, but %s", List.of(keys), record());
		}
		return this;
	}

	/**
	 * These locks were granted in this order, perhaps with others in between.
	 * @param namesOrKeys the locks
	 * @return this
	 */
	public RecordingLockClientAssert lockedInOrder(String... namesOrKeys) {
		Iterator<LockAcquisition> granted = granted().iterator();
		boolean inOrder = Arrays.stream(namesOrKeys).allMatch((nameOrKey) -> skipTo(nameOrKey, granted));
		if (!inOrder) {
			throw failure("Expected the locks %s to have been granted in this order, but %s", List.of(namesOrKeys),
					record());
		}
		return this;
	}

	private static boolean skipTo(String nameOrKey, Iterator<LockAcquisition> granted) {
		while (granted.hasNext()) {
			if (granted.next().isOf(nameOrKey)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * The lock was never granted.
	 * @param nameOrKey the lock
	 * @return this
	 */
	public RecordingLockClientAssert didNotLock(String nameOrKey) {
		if (count(nameOrKey, LockAcquisition::isGranted) > 0) {
			throw failure("Expected the lock '%s' not to have been granted, but %s", nameOrKey, record());
		}
		return this;
	}

	/**
	 * No lock was granted.
	 * @return this
	 */
	public RecordingLockClientAssert lockedNothing() {
		if (granted().findAny().isPresent()) {
			throw failure("Expected no lock to have been granted, but %s", record());
		}
		return this;
	}

	/**
	 * The lock was refused at least once, since others held it.
	 * @param nameOrKey the lock
	 * @return this
	 */
	public RecordingLockClientAssert wasRefused(String nameOrKey) {
		if (count(nameOrKey, LockAcquisition::isRefused) == 0) {
			throw failure("Expected the lock '%s' to have been refused, but %s", nameOrKey, record());
		}
		return this;
	}

	/**
	 * The lock is held at this moment.
	 * @param nameOrKey the lock
	 * @return this
	 */
	public RecordingLockClientAssert holds(String nameOrKey) {
		if (count(nameOrKey, LockAcquisition::isHeld) == 0) {
			throw failure("Expected the lock '%s' to be held, but %s", nameOrKey, record());
		}
		return this;
	}

	/**
	 * No lock is held at this moment: all that were granted were released or lost.
	 * @return this
	 */
	public RecordingLockClientAssert holdsNothing() {
		if (granted().anyMatch(LockAcquisition::isHeld)) {
			throw failure("Expected no lock to be held, but %s", record());
		}
		return this;
	}

	/**
	 * Continue with the last acquisition of a lock; of several, the others are in
	 * {@link RecordingLockClient#acquisitions(String)}.
	 * @param nameOrKey the lock
	 * @return assertions on the acquisition
	 */
	public LockAcquisitionAssert acquisition(String nameOrKey) {
		List<LockAcquisition> found = acquisitions().filter((acquisition) -> acquisition.isOf(nameOrKey)).toList();
		if (found.isEmpty()) {
			throw failure("Expected the lock '%s' to have been requested, but %s", nameOrKey, record());
		}
		return new LockAcquisitionAssert(found.get(found.size() - 1));
	}

	private Stream<LockAcquisition> acquisitions() {
		isNotNull();
		return this.actual.acquisitions().stream();
	}

	private Stream<LockAcquisition> granted() {
		return acquisitions().filter(LockAcquisition::isGranted);
	}

	private long count(String nameOrKey, Predicate<LockAcquisition> predicate) {
		return acquisitions().filter((acquisition) -> acquisition.isOf(nameOrKey) && predicate.test(acquisition))
			.count();
	}

	private String record() {
		String all = acquisitions().map((acquisition) -> "  " + acquisition)
			.collect(Collectors.joining(System.lineSeparator()));
		return all.isEmpty() ? "nothing was requested." : "this was recorded:" + System.lineSeparator() + all;
	}

}
