package io.github.lockstarter.autoconfigure;

import java.util.Map;

import org.junit.jupiter.api.Test;

import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

class FurtherStoresTests {

	@Test
	void anEnvironmentVariableSetsTheStoreOfALockThatAnythingElseNames() {
		StandardEnvironment environment = new StandardEnvironment();
		MutablePropertySources sources = environment.getPropertySources();
		sources.addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment",
				Map.of("DISTRIBUTEDLOCK_LOCKS_PAYMENT_SETTLE_STORE", "memory")));
		sources.addFirst(new MapPropertySource("test", Map.of("distributed-lock.locks.Payment.settle.fair", "true")));
		assertThat(FurtherStores.locks(environment)).isEqualTo(Map.of("Payment.settle", LockProperties.Store.MEMORY));
	}

}
