package io.github.lockstarter.test.spring;

import java.util.Map;

import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.core.Instrumentations;
import io.github.lockstarter.test.RecordingLockClient;
import io.github.lockstarter.test.TestLockClients;
import io.github.lockstarter.test.TestLockMode;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of locks for tests. Imported by
 * {@link AutoConfigureTestLocks @AutoConfigureTestLocks} only.
 */
@AutoConfiguration(before = LockAutoConfiguration.class)
public final class TestLocksAutoConfiguration {

	@Bean
	@Primary
	RecordingLockClient testLockClient(ObjectProvider<LockSettings> settings,
			ObjectProvider<LockInstrumentation> instrumentations, Environment environment,
			ApplicationEventPublisher publisher) {
		TestLockMode mode = environment.getProperty(TestLocksCustomizer.PROPERTY, TestLockMode.class,
				TestLockMode.IN_MEMORY);
		return TestLockClients.create(mode, settings.getIfAvailable(() -> new LockSettings(LockOptions.NONE, Map.of())),
				publisher::publishEvent, Instrumentations.of(instrumentations.orderedStream().toList()));
	}

}
