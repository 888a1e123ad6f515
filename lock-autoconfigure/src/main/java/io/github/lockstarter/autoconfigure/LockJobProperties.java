package io.github.lockstarter.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Properties of jobs under locks.
 */
@ConfigurationProperties("distributed-lock.jobs")
class LockJobProperties {

	static final String NAMES = "distributed-lock.jobs.names";

	/**
	 * Names of locks under which jobs run, besides those of methods that have a schedule.
	 * The endpoint 'locks' and metrics show their last runs.
	 */
	private List<String> names = new ArrayList<>();

	public List<String> getNames() {
		return this.names;
	}

	public void setNames(List<String> names) {
		this.names = names;
	}

}
