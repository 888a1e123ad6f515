package io.github.lockstarter.autoconfigure;

import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.aop.LockAdvisor;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.MemoryLockStore;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@ExtendWith(LogCapture.class)
class LockAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, DataRedisAutoConfiguration.class));

	private final ApplicationContextRunner memory = this.runner.withPropertyValues("distributed-lock.store=memory");

	private final ApplicationContextRunner all = this.memory.withConfiguration(AutoConfigurations
		.of(LockAopAutoConfiguration.class, LocksDisabledAutoConfiguration.class, AopAutoConfiguration.class));

	@Test
	void isFoundByApplications() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, null).getCandidates())
			.contains(LockAutoConfiguration.class.getName(), LocksDisabledAutoConfiguration.class.getName());
		assertThat(LockAutoConfiguration.class.getDeclaredMethods())
			.noneMatch((method) -> Modifier.isPublic(method.getModifiers()));
	}

	@Test
	void keepsLocksInTheApplicationsRedis() {
		this.runner.run((context) -> {
			assertThat(context).hasSingleBean(LockSettings.class);
			assertThat(context).getBean(LockStore.class).isInstanceOf(RedisLockStore.class);
			assertThat(context).getBean(LockClient.class).isInstanceOf(DefaultLockClient.class);
		});
	}

	@Test
	void warnsOfADrainTimeoutThatSpringDoesNotWaitFor(CapturedLog output) {
		this.memory.run((context) -> assertThat(output).doesNotContain("drain-timeout"));
		this.memory.withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=5s")
			.run((context) -> assertThat(output).contains("'distributed-lock.drain-timeout' is '20s'")
				.contains("which is '5s'; lengthen that one"));
	}

	/** A release that is waited for takes two seconds here, each time. */
	@Test
	void releasesInTheBackgroundIfToldTo() {
		this.runner.withBean(LockStore.class, LockAutoConfigurationTests::storeThatAnswersNoRelease)
			.withPropertyValues("distributed-lock.release-in-background=true", "distributed-lock.drain-timeout=0")
			.run((context) -> await()
				.until(() -> isClosedWithin(Duration.ofSeconds(1), context.getBean(LockClient.class))));
	}

	private static LockStore storeThatAnswersNoRelease() {
		MemoryLockStore memory = new MemoryLockStore();
		return (instance, listener) -> {
			LockSession session = memory.open(instance, listener);
			return (LockSession) Proxy.newProxyInstance(LockSession.class.getClassLoader(),
					new Class<?>[] { LockSession.class },
					(proxy, method, arguments) -> method.getName().equals("release") ? new CompletableFuture<>()
							: method.invoke(session, arguments));
		};
	}

	private static boolean isClosedWithin(Duration limit, LockClient client) {
		LockHandle handle = client.lock(UUID.randomUUID().toString()).acquire();
		long startedAt = System.nanoTime();
		handle.close();
		return System.nanoTime() - startedAt < limit.toNanos();
	}

	@Test
	void keepsLocksInMemoryIfToldTo() {
		this.memory.run((context) -> {
			assertThat(context).getBean(LockStore.class).isInstanceOf(MemoryLockStore.class);
			LockClient client = context.getBean(LockClient.class);
			client.lock("key").run(() -> assertThat(client.lock("key").inspect().held()).isTrue());
		});
	}

	@Test
	void needsNoRedisOnTheClassPathToKeepLocksInMemory() {
		this.memory.withClassLoader(new FilteredClassLoader("org.springframework.data.redis", "io.lettuce"))
			.run((context) -> assertThat(context).getBean(LockStore.class).isInstanceOf(MemoryLockStore.class));
	}

	@Test
	void configuresNothingIfDisabled() {
		this.runner.withPropertyValues("distributed-lock.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LockClient.class)
				.doesNotHaveBean(LockStore.class)
				.doesNotHaveBean(LockSettings.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "true", "TRUE", "yes", "on", "1", "" })
	void isEnabledByAllThatMeansYesAndByNothing(String value, CapturedLog output) {
		this.all.withPropertyValues("distributed-lock.enabled=" + value).run((context) -> {
			assertThat(context).hasSingleBean(LockClient.class).hasSingleBean(LockAdvisor.class);
			assertThat(output).doesNotContain("switched off");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "false", "False", "no", "off", "0" })
	void isDisabledByAllThatMeansNoAndSaysSo(String value, CapturedLog output) {
		this.all.withPropertyValues("distributed-lock.enabled=" + value).run((context) -> {
			assertThat(context).doesNotHaveBean(LockClient.class).doesNotHaveBean(LockAdvisor.class);
			assertThat(output).containsOnlyOnce("Distributed locks are switched off by 'distributed-lock.enabled':"
					+ " annotated methods run without a lock");
		});
	}

	@Test
	void saysThatLocksAreSwitchedOffAlsoIfBeansAreLazy(CapturedLog output) {
		this.all.withPropertyValues("distributed-lock.enabled=false")
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> assertThat(output).containsOnlyOnce("switched off"));
	}

	@Test
	void saysThatLocksInMemoryExcludeNoOtherJvm(CapturedLog output) {
		String logger = MemoryStoreConfiguration.class.getName();
		LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
		LogLevel before = logging.getLoggerConfiguration(logger).getConfiguredLevel();
		logging.setLogLevel(logger, LogLevel.INFO);
		try {
			this.memory.run((context) -> assertThat(output)
				.containsOnlyOnce("Distributed locks are kept in the memory of this JVM and exclude no other"));
		}
		finally {
			logging.setLogLevel(logger, before);
		}
	}

	@Test
	void usesTheStoreOfTheApplication() {
		this.runner.withClassLoader(new FilteredClassLoader("org.springframework.data.redis", "io.lettuce"))
			.withBean("own", MemoryLockStore.class)
			.run((context) -> {
				assertThat(context).getBeanNames(LockStore.class).containsExactly("own");
				assertThat(context).hasSingleBean(DefaultLockClient.class);
			});
	}

	@Test
	void makesNeitherClientNorStoreBesideTheClientOfTheApplication() {
		this.runner.withUserConfiguration(OwnClient.class).run((context) -> {
			assertThat(context).getBeanNames(LockClient.class).containsExactly("own");
			assertThat(context).doesNotHaveBean(LockStore.class);
		});
	}

	@Test
	void usesTheSettingsOfTheApplication() {
		LockSettings own = new LockSettings(LockOptions.NONE, Map.of());
		this.memory.withBean(LockSettings.class, () -> own)
			.run((context) -> assertThat(context).getBean(LockSettings.class).isSameAs(own));
	}

	@Test
	void endsTheClientWithTheContext() {
		this.memory.run((context) -> {
			LockClient client = context.getBean(LockClient.class);
			context.close();
			assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> client.lock("key").acquire());
		});
	}

	@Test
	void tellsWhichApplicationAndInstanceHoldsALock() {
		this.memory.withPropertyValues("spring.application.name=shop", "HOSTNAME=web-1").run((context) -> {
			LockClient client = context.getBean(LockClient.class);
			client.lock("key").run(() -> assertThat(client.lock("key").inspect().holder()).satisfies((holder) -> {
				assertThat(holder.application()).isEqualTo("shop");
				assertThat(holder.instance()).isEqualTo("web-1:" + ProcessHandle.current().pid());
			}));
		});
	}

	@Test
	void takesWaitAndLeaseFromTheProperties() {
		this.memory
			.withPropertyValues("distributed-lock.wait-time=7s", "distributed-lock.lease-time=90s",
					"distributed-lock.renewal.enabled=false")
			.run((context) -> assertThat(context.getBean(LockSettings.class).defaults())
				.isEqualTo(LockOptions.NONE.with(LockOption.WAIT_TIME, Duration.ofSeconds(7))
					.with(LockOption.LEASE_TIME, Duration.ofSeconds(90))
					.with(LockOption.AUTO_RENEW, false)));
	}

	@Test
	void defaultsAreTheBuiltInOnes() {
		this.memory.run((context) -> {
			LockSettings.Resolved resolved = context.getBean(LockSettings.class).resolve("orders", LockOptions.NONE);
			assertThat(LockOption.all())
				.allSatisfy((option) -> assertThat((Object) resolved.get(option)).isEqualTo(option.builtIn()));
		});
	}

	@Test
	void initializesNoBeanEarly(CapturedLog output) {
		this.runner.withConfiguration(AutoConfigurations.of(LockAopAutoConfiguration.class, AopAutoConfiguration.class))
			.withUserConfiguration(SeenBeans.class)
			.run((context) -> {
				assertThat(context.getBean(SeenBeans.class).seen)
					.hasAtLeastOneElementOfType(RedisConnectionFactory.class)
					.hasAtLeastOneElementOfType(LockProperties.class)
					.hasAtLeastOneElementOfType(LockSettings.class)
					.hasAtLeastOneElementOfType(LockStore.class)
					.hasAtLeastOneElementOfType(LockClient.class);
				assertThat(output).doesNotContain("not eligible for getting processed by all BeanPostProcessors");
			});
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnClient {

		@Bean
		LockClient own() {
			return (keys) -> {
				throw new UnsupportedOperationException();
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SeenBeans implements BeanPostProcessor {

		final List<Object> seen = new ArrayList<>();

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			this.seen.add(bean);
			return bean;
		}

	}

}
