package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockRecord.Hold;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.StoreException;

/**
 * Reads what the scripts return.
 */
final class Answers {

	private Answers() {
	}

	static List<Object> checkLayout(String key, List<Object> result) {
		if (!"layout".equals(result.get(0))) {
			return result;
		}
		throw new StoreException("the key '" + key + "' holds a record of layout '" + result.get(1)
				+ "', which this version does not know; finish the upgrade of all instances, or choose another"
				+ " 'distributed-lock.key-prefix'", false, null);
	}

	static StoreAnswer answer(List<Object> result) {
		return new StoreAnswer(AcquisitionState.valueOf(text(result, 0).toUpperCase(Locale.ROOT)), number(result, 1),
				Duration.ofMillis(number(result, 2)), new StoreClock(number(result, 3), text(result, 4)));
	}

	static Requeued requeued(List<Object> result) {
		return new Requeued(answer(list(result, 0)), answer(list(result, 1)));
	}

	/**
	 * Whether the server knows that a waiter can hear, as far as it can tell.
	 */
	static boolean isHeard(List<Object> result) {
		return !"queued".equals(result.get(0)) || number(result, 5) > 0;
	}

	static LockRecord record(List<Object> result) {
		String id = text(result, 0);
		int waiters = (int) number(result, 4);
		if (id.isEmpty()) {
			return new LockRecord(null, waiters);
		}
		int colon = id.lastIndexOf(':');
		Owner owner = new Owner(text(result, 5), text(result, 6), text(result, 7));
		return new LockRecord(new Hold(id.substring(0, colon), Long.parseLong(id.substring(colon + 1)), owner,
				Instant.ofEpochMilli(number(result, 1)), Duration.ofMillis(number(result, 2)), number(result, 3)),
				waiters);
	}

	@SuppressWarnings("unchecked")
	static List<Object> list(List<Object> result, int index) {
		return (List<Object>) result.get(index);
	}

	private static String text(List<Object> result, int index) {
		return (String) result.get(index);
	}

	private static long number(List<Object> result, int index) {
		return (Long) result.get(index);
	}

}
