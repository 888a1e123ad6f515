package io.github.lockstarter.core;

import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.LogText;
import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.core.platform.ThreadNames;
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
	 * Warn, unless that was done before.
	 * @param owner the thread that could enter the lock again before it was closed
	 */
	void warn(String key, Thread owner, Thread closing) {
		if (StackProbe.lastsForCall() && this.given.compareAndSet(false, true)) {
			FailureIsolation.run("A warning",
					() -> logger.warn("The handle of lock '" + LogText.of(key) + "' is closed by thread '"
							+ LogText.of(ThreadNames.name(closing)) + "', but thread '"
							+ LogText.of(ThreadNames.name(owner)) + "' acquired it and could have entered it again"
							+ " until now. Call detach() on a handle before another thread gets it. (Logged once.)"));
		}
	}

}
