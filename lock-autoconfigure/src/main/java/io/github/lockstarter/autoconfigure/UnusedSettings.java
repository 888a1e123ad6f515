package io.github.lockstarter.autoconfigure;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import io.github.lockstarter.LockSettings;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Reports settings of single locks whose name no annotated method has. A LockClient may
 * take a lock of that name, so this does not fail the start-up.
 */
final class UnusedSettings {

	private static final Log logger = LogFactory.getLog(UnusedSettings.class);

	private UnusedSettings() {
	}

	static void report(LockSettings settings, Set<String> lockNames) {
		Set<String> unused = new TreeSet<>(settings.locks().keySet());
		unused.removeAll(lockNames);
		unused.forEach((name) -> report(name, Spelling.nearest(name, List.copyOf(lockNames))));
	}

	private static void report(String name, Optional<String> meant) {
		String message = "'" + NamedLocks.LOCKS + "." + name + "' matches no annotated method"
				+ meant.map((near) -> "; did you mean '" + near + "'?").orElse(".")
				+ " It has an effect only for LockClient calls with name(\"" + name + "\").";
		if (meant.isPresent()) {
			logger.warn(message);
		}
		else {
			logger.info(message);
		}
	}

}
