package io.github.lockstarter.test;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import org.jspecify.annotations.Nullable;

/**
 * The handles behind JDK locks, which hide them from their threads. Thread-safe.
 */
final class ThreadHandles {

	private final Map<Place, Deque<LockHandle>> handles = new ConcurrentHashMap<>();

	void push(List<String> keys, LockKind kind, LockHandle handle) {
		this.handles.computeIfAbsent(new Place(Thread.currentThread(), keys, kind), (absent) -> new ArrayDeque<>())
			.push(handle);
	}

	/**
	 * The handle of the current thread's last lock.
	 */
	@Nullable LockHandle pop(List<String> keys, LockKind kind) {
		Place place = new Place(Thread.currentThread(), keys, kind);
		Deque<LockHandle> found = this.handles.get(place);
		LockHandle handle = (found != null) ? found.poll() : null;
		if (found != null && found.isEmpty()) {
			this.handles.remove(place);
		}
		return handle;
	}

	private record Place(Thread thread, List<String> keys, LockKind kind) {
	}

}
