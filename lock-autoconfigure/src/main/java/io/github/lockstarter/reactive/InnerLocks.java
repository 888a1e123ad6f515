package io.github.lockstarter.reactive;

import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.lockstarter.LockHandle;
import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Records losses of the locks that are taken inside a reactive transaction and given back
 * before it commits. Reactor's context carries it along. Thread-safe.
 */
public final class InnerLocks {

	private static final String KEY = InnerLocks.class.getName();

	/** The record of a transaction around this one, which may be the same. */
	private final @Nullable InnerLocks outer;

	private final Queue<LockHandle> lost = new ConcurrentLinkedQueue<>();

	private InnerLocks(@Nullable InnerLocks outer) {
		this.outer = outer;
	}

	/**
	 * Create a record for a transaction.
	 * @param context the context around the transaction
	 * @return a record without any lock
	 */
	public static InnerLocks within(ContextView context) {
		return new InnerLocks(find(context));
	}

	static @Nullable InnerLocks find(ContextView context) {
		return context.<InnerLocks>getOrEmpty(KEY).orElse(null);
	}

	/**
	 * Add this to the context of the pipeline inside the transaction.
	 * @param context the context of that pipeline
	 * @return the context with this record
	 */
	public Context addTo(Context context) {
		return context.put(KEY, this);
	}

	void released(LockHandle handle) {
		if (handle.isLost()) {
			this.lost.add(handle);
			if (this.outer != null) {
				this.outer.released(handle);
			}
		}
	}

	/**
	 * The locks that turned out to be lost.
	 * @return their handles
	 */
	public Collection<LockHandle> lost() {
		return this.lost;
	}

}
