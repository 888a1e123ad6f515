package io.github.lockstarter.autoconfigure;

import java.net.InetAddress;
import java.net.UnknownHostException;

import io.github.lockstarter.core.ClientIdentity;

import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Finds the names under which this JVM appears to people who look at a lock.
 */
final class LocalIdentity {

	private LocalIdentity() {
	}

	static ClientIdentity of(Environment environment) {
		String application = environment.getProperty("spring.application.name");
		return new ClientIdentity(StringUtils.hasText(application) ? application : "application",
				host(environment) + ":" + ProcessHandle.current().pid());
	}

	private static String host(Environment environment) {
		// a look-up by the resolver may take seconds
		String configured = environment.getProperty("HOSTNAME", environment.getProperty("COMPUTERNAME", ""));
		return StringUtils.hasText(configured) ? configured : lookUpHost();
	}

	private static String lookUpHost() {
		try {
			return InetAddress.getLocalHost().getHostName();
		}
		catch (UnknownHostException ex) {
			return "localhost";
		}
	}

}
