package com.example.plain;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockInstrumentation;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Uses the starter in an application that has neither Micrometer's metrics nor Actuator.
 */
class PlainApplicationTests {

	@Test
	void locksWorkWithoutMetricsAndActuator() {
		assertThat(ClassUtils.isPresent("io.micrometer.core.instrument.MeterRegistry", null)).isFalse();
		assertThat(ClassUtils.isPresent("org.springframework.boot.actuate.endpoint.annotation.Endpoint", null))
			.isFalse();
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(PlainApplication.class)
			.run("--distributed-lock.store=memory", "--spring.main.banner-mode=off")) {
			LockClient client = context.getBean(LockClient.class);
			client.lock("key").run(() -> assertThat(client.lock("key").inspect().held()).isTrue());
			assertThat(context.getBeanNamesForType(LockInstrumentation.class)).containsExactly("distributedLockMdc");
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class PlainApplication {

	}

}
