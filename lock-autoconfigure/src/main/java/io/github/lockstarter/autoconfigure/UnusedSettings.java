package io.github.lockstarter.autoconfigure;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import io.github.lockstarter.LockSettings;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.core.env.Environment;

/**
 * Reports settings that have no effect, such as those of single locks whose name no
 * annotated method has. A LockClient may take a lock of that name, so this does not fail
 * the start-up.
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

	/**
	 * Report jobs that are probably misspelt. A LockClient may take locks of other names.
	 */
	static void reportJobs(List<String> jobs, Set<String> lockNames) {
		for (String job : jobs) {
			if (!lockNames.contains(job)) {
				Spelling.nearest(job, List.copyOf(lockNames))
					.ifPresent((near) -> logger.warn("'" + LockJobProperties.NAMES + "' names '" + job
							+ "', which no annotated method has; did you mean '" + near + "'?"));
			}
		}
	}

	/**
	 * Report nodes of a quorum that no lock has.
	 */
	static void reportNodes(LockProperties properties, Environment environment) {
		if (!properties.getQuorum().getNodes().isEmpty() && properties.getStore() != LockProperties.Store.QUORUM
				&& !FurtherStores.locks(environment).containsValue(LockProperties.Store.QUORUM)) {
			logger.warn("'" + LockQuorumProperties.NODES + "' has no effect, since no lock is kept in a quorum."
					+ " Set 'distributed-lock.store=quorum', or remove the nodes.");
		}
	}

	private static void report(String name, Optional<String> meant) {
		String message = "'" + NamedLocks.LOCKS + "." + name + "' matches no annotated method"
				+ meant.map((near) -> "; did you mean '" + near + "'?").orElse(".")
				+ " It has an effect only for LockClient calls with name(\"" + name + "\")."
				+ meant.filter(name::equalsIgnoreCase)
					.map((near) -> " An environment variable applies to '" + near
							+ "' only if a file or the command line sets something under that name, too.")
					.orElse("");
		if (meant.isPresent()) {
			logger.warn(message);
		}
		else {
			logger.info(message);
		}
	}

}
