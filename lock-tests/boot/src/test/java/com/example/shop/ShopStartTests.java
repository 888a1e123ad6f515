package com.example.shop;

import java.util.Map;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.testing.EmbeddedRedis;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Shows that applications start, stop and start again, and what is refused at their
 * start.
 */
class ShopStartTests {

	@Test
	void allBeansMayBeLazy() {
		try (ConfigurableApplicationContext context = run(ShopApplication.class,
				"--spring.main.lazy-initialization=true")) {
			assertSells(context);
		}
	}

	@Test
	void sellsAgainWhenItWasStoppedAndStarted() {
		try (ConfigurableApplicationContext context = run(ShopApplication.class)) {
			assertSells(context);
			context.stop();
			context.start();
			assertSells(context);
		}
	}

	@Test
	void prototypesLock() {
		try (ConfigurableApplicationContext context = run(Prototypes.class)) {
			assertThat(context.getBean(LazyCounter.class).count()).isPositive();
		}
	}

	@Test
	void aFinalClassIsRefusedInWords() {
		assertThatThrownBy(() -> run(FinalBeans.class)).rootCause()
			.hasMessageContaining("its class is final, so no proxy can extend it");
	}

	private static void assertSells(ConfigurableApplicationContext context) {
		StockService stock = context.getBean(StockService.class);
		stock.put("cup", 1);
		assertThat(stock.take("cup")).isPositive();
		assertThat(stock.quantity("cup")).isZero();
	}

	private static ConfigurableApplicationContext run(Class<?> application, String... arguments) {
		SpringApplication spring = new SpringApplication(application);
		spring.setDefaultProperties(Map.of("spring.data.redis.port", EmbeddedRedis.shared().port(), "server.port", 0,
				"spring.datasource.generate-unique-name", "true"));
		return spring.run(arguments);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Prototypes {

		@Bean
		@Scope("prototype")
		LazyCounter counter() {
			return new LazyCounter();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class FinalBeans {

		@Bean
		FinalBean finalBean() {
			return new FinalBean();
		}

	}

	static final class FinalBean {

		@DistributedLock(key = "final")
		void work() {
			// not called
		}

	}

}
