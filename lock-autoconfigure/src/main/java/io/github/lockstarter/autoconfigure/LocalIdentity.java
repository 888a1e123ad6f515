package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.core.ClientIdentity;

import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Finds the names that identify this JVM as the holder of a lock.
 */
final class LocalIdentity {

	private LocalIdentity() {
	}

	static ClientIdentity of(Environment environment) {
		String application = environment.getProperty("spring.application.name");
		return ClientIdentity.ofThisJvm(StringUtils.hasText(application) ? application : "application",
				environment.getProperty("HOSTNAME", environment.getProperty("COMPUTERNAME", "")));
	}

}
