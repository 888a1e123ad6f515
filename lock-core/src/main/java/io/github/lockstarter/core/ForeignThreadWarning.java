package io.github.lockstarter.core;

import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.Printable;
import io.github.lockstarter.containment.Contained;
import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.core.platform.ThreadNames;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns once of handles that other threads close than have acquired the lock: until then
 * a pooled thread enters that lock again in whatever task it runs next.
 */
final class ForeignThreadWarning {

	private static final Logger logger = LoggerFactory.getLogger(ForeignThreadWarning.class);

	private final AtomicBoolean given = new AtomicBoolean();

	/**
	 * Warn if need be.
	 * @param owner the thread that could enter the lock again before it was closed
	 */
	void check(String key, @Nullable Thread owner, Thread closing) {
		if (owner != null && owner != closing && StackProbe.lastsForCall() && this.given.compareAndSet(false, true)) {
			Contained.run("A warning",
					() -> logger.warn("The handle of lock '" + Printable.of(key) + "' is closed by thread '"
							+ Printable.of(ThreadNames.name(closing)) + "', but thread '"
							+ Printable.of(ThreadNames.name(owner)) + "' acquired it and could have entered it again"
							+ " until now. Call detach() on a handle before another thread gets it. (Logged once.)"));
		}
	}

}
