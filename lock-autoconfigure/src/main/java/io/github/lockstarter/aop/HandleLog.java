package io.github.lockstarter.aop;

import java.util.stream.Collectors;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LogText;
import io.github.lockstarter.containment.FailureIsolation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Logs acquisitions and releases of the locks of methods. Never fails, so that no lock
 * stays held because of a log.
 */
final class HandleLog {

	private static final Log logger = LogFactory.getLog(LockedCall.class);

	private HandleLog() {
	}

	static void acquired(LockHandle handle) {
		FailureIsolation.run("A message", () -> write("acquired", handle));
	}

	static void released(LockHandle handle) {
		FailureIsolation.run("A message", () -> write("released", handle));
	}

	static void notReleased(LockHandle handle, RuntimeException ex) {
		FailureIsolation.run("A warning", () -> logger
			.warn("Releasing lock " + LogText.of(handle.keys()) + " failed; it ends with its lease", ex));
	}

	private static void write(String done, LockHandle handle) {
		if (logger.isDebugEnabled()) {
			logger.debug(done + " "
					+ handle.keys()
						.stream()
						.map((key) -> "lock '" + LogText.of(key) + "'" + token(handle, key))
						.collect(Collectors.joining(", ")));
		}
	}

	private static String token(LockHandle handle, String key) {
		return (handle.kind() == LockKind.MUTEX) ? " (token " + handle.fencingToken(key) + ")" : "";
	}

}
