package io.github.lockstarter.autoconfigure;

import java.net.InetAddress;
import java.net.UnknownHostException;

import io.github.lockstarter.core.ClientIdentity;
import org.junit.jupiter.api.Test;

import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

class LocalIdentityTests {

	private final MockEnvironment environment = new MockEnvironment();

	private final long pid = ProcessHandle.current().pid();

	@Test
	void takesTheNamesThatTheEnvironmentTells() {
		this.environment.setProperty("spring.application.name", "shop");
		this.environment.setProperty("HOSTNAME", "web-1");
		assertThat(LocalIdentity.of(this.environment)).isEqualTo(new ClientIdentity("shop", "web-1:" + this.pid));
	}

	@Test
	void looksTheHostUpIfItIsNotTold() throws UnknownHostException {
		assertThat(LocalIdentity.of(this.environment))
			.isEqualTo(new ClientIdentity("application", InetAddress.getLocalHost().getHostName() + ":" + this.pid));
	}

}
