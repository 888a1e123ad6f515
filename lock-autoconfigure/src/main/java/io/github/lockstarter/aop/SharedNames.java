package io.github.lockstarter.aop;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.github.lockstarter.LogText;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Collects the names of the locks of methods, and reports those that several methods have
 * without meaning the same lock: they are configured and counted as one.
 */
final class SharedNames {

	private static final Log logger = LogFactory.getLog(LockedMethodValidator.class);

	private final Map<String, LockedMethod> first = new TreeMap<>();

	void add(LockedMethod method) {
		LockedMethod other = this.first.putIfAbsent(method.name(), method);
		if (other == null) {
			return;
		}
		if (method.kind() != other.kind()) {
			logger.warn("Locks named '" + LogText.of(method.name()) + "' are taken both as " + other.kind() + " and as "
					+ method.kind() + ". Settings and metrics treat them as one lock: give each kind its own name.");
		}
		else if (method.method().namingClass() != other.method().namingClass() && isDerived(method)
				&& isDerived(other)) {
			logger.warn("The locks of " + other.method() + " and " + method.method() + " have the same name, '"
					+ LogText.of(method.name())
					+ "'. Settings and metrics treat them as one lock: set 'name' in one of the annotations.");
		}
	}

	/**
	 * The names, sorted.
	 */
	Set<String> all() {
		return Collections.unmodifiableSet(this.first.keySet());
	}

	private static boolean isDerived(LockedMethod method) {
		return method.method().lock().name().isEmpty();
	}

}
