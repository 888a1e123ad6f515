package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.github.lockstarter.LockAdmin.HeldLock;
import io.github.lockstarter.LockAdmin.Page;
import io.github.lockstarter.LockAdmin.StoreStatus;
import io.github.lockstarter.LockAdmin.WaitingCall;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * Administrative view of the locks in several stores, as if they were one. The standard
 * store has an empty name, and the others are named in what is shown.
 */
final class AdminOfStores {

	private static final char AT = '@';

	private final Map<String, DefaultLockAdmin> stores;

	AdminOfStores(Map<String, DefaultLockAdmin> stores) {
		this.stores = stores;
	}

	List<HeldLock> held() {
		return all(DefaultLockAdmin::held);
	}

	List<WaitingCall> waiting() {
		return all(DefaultLockAdmin::waiting);
	}

	private <T> List<T> all(Function<DefaultLockAdmin, List<T>> part) {
		return this.stores.values().stream().flatMap((store) -> part.apply(store).stream()).toList();
	}

	/**
	 * One store after the other. The cursor of a further store begins with its name.
	 */
	Page find(String cursor, int count) {
		int at = cursor.indexOf(AT);
		String name = (at > 0) ? cursor.substring(0, at) : "";
		DefaultLockAdmin store = this.stores.get(name);
		if (store == null) {
			throw new IllegalArgumentException("'" + cursor + "' is no cursor of these stores; begin without one");
		}
		Page page = store.find((at > 0) ? cursor.substring(at + 1) : cursor, count);
		return new Page(page.locks(), (page.next() != null) ? cursor(name, page.next()) : following(name));
	}

	private static String cursor(String store, String cursor) {
		return store.isEmpty() ? cursor : store + AT + cursor;
	}

	private @Nullable String following(String name) {
		List<String> names = new ArrayList<>(this.stores.keySet());
		int next = names.indexOf(name) + 1;
		return (next < names.size()) ? cursor(names.get(next), "") : null;
	}

	/** In all stores: the same key is a lock of its own in each. */
	LockInfo inspect(String key) {
		List<LockInfo> found = all((store) -> store.inspect(List.of(key)));
		return new LockInfo(key, found.stream().flatMap((lock) -> lock.holders().stream()).toList(),
				found.stream().mapToInt(LockInfo::waiters).sum());
	}

	/**
	 * Release it in each store that has such a hold. All are asked, and then a failure is
	 * told.
	 */
	boolean forceRelease(String key, @Nullable Long token, @Nullable String by) {
		boolean released = false;
		LockUnavailableException failure = null;
		for (DefaultLockAdmin store : this.stores.values()) {
			try {
				released |= store.forceRelease(key, token, by);
			}
			catch (LockUnavailableException ex) {
				failure = ex;
			}
		}
		if (failure != null) {
			throw failure;
		}
		return released;
	}

	/**
	 * The condition of all of them. One that does not tell its own is a problem, and if
	 * none does, that failure is told.
	 */
	StoreStatus status() {
		Map<String, String> details = new LinkedHashMap<>();
		List<String> problems = new ArrayList<>();
		LockUnavailableException failure = null;
		for (Map.Entry<String, DefaultLockAdmin> store : this.stores.entrySet()) {
			String name = store.getKey();
			String problem;
			try {
				StoreStatus status = store.getValue().status();
				String prefix = name.isEmpty() ? "" : name + ".";
				status.details().forEach((detail, value) -> details.put(prefix + detail, value));
				problem = status.problem();
			}
			catch (LockUnavailableException ex) {
				failure = ex;
				problem = ex.getMessage();
			}
			if (problem != null) {
				problems.add(name.isEmpty() ? problem : name + ": " + problem);
			}
		}
		if (failure != null && details.isEmpty()) {
			throw failure;
		}
		return new StoreStatus(details, problems.isEmpty() ? null : String.join("; ", problems));
	}

}
