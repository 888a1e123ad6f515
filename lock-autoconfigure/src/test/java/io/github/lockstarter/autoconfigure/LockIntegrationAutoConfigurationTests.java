package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.integration.DistributedLockRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.integration.endpoint.MessageProducerSupport;
import org.springframework.integration.endpoint.SourcePollingChannelAdapter;
import org.springframework.integration.support.locks.DefaultLockRegistry;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.LockRegistry;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LockIntegrationAutoConfiguration}.
 */
class LockIntegrationAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withPropertyValues("distributed-lock.store=memory")
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockIntegrationAutoConfiguration.class));

	@Test
	void isFoundByApplications() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, null).getCandidates())
			.contains(LockIntegrationAutoConfiguration.class.getName());
	}

	@Test
	void offersTheLocksOfTheClient() {
		this.runner.withBean(Component.class).run((context) -> {
			LockRegistry<DistributedLock> locks = context.getBean(Component.class).locks;
			assertThat(locks).isSameAs(context.getBean(DistributedLockRegistry.class));
			locks.executeLocked("a", () -> assertThat(context.getBean(LockAdmin.class).held()).singleElement()
				.satisfies((held) -> assertThat(held.key()).isEqualTo("a")));
		});
	}

	@Test
	void itsLocksHaveSettingsOfTheirOwn() {
		this.runner.withPropertyValues("distributed-lock.locks.integration.lease-time=7s")
			.run((context) -> context.getBean(DistributedLockRegistry.class)
				.executeLocked("a", () -> assertThat(context.getBean(LockAdmin.class).held()).singleElement()
					.satisfies((held) -> assertThat(held.lease()).isEqualTo(Duration.ofSeconds(7)))));
	}

	@Test
	void backsOffForARegistryOfTheApplication() {
		this.runner.withBean("own", LockRegistry.class, DefaultLockRegistry::new)
			.run((context) -> assertThat(context).getBean(LockRegistry.class).isInstanceOf(DefaultLockRegistry.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "distributed-lock.integration.enabled=false", "distributed-lock.integration.enabled=no",
			"distributed-lock.enabled=false" })
	void offersNothingWhereItIsSwitchedOff(String off) {
		this.runner.withPropertyValues(off).run((context) -> assertThat(context).doesNotHaveBean(LockRegistry.class));
	}

	@Test
	void offersNothingWithoutSpringIntegration() {
		this.runner.withClassLoader(new FilteredClassLoader("org.springframework.integration"))
			.run((context) -> assertThat(context).hasSingleBean(LockClient.class)
				.doesNotHaveBean("distributedLockRegistry"));
	}

	@Test
	void offersTheLocksOfAClientThatHasNoSettings() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LockIntegrationAutoConfiguration.class))
			.withBean(LockClient.class, LockIntegrationAutoConfigurationTests::client)
			.run((context) -> assertThat(context).hasSingleBean(LockRegistry.class));
	}

	@Test
	void choosesNoneOfSeveralClients() {
		this.runner.withBean("one", LockClient.class, LockIntegrationAutoConfigurationTests::client)
			.withBean("two", LockClient.class, LockIntegrationAutoConfigurationTests::client)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LockRegistry.class));
	}

	private static LockClient client() {
		return (keys) -> {
			throw new UnsupportedOperationException();
		};
	}

	@Test
	void locksStopAfterWhateverBringsMessages() {
		this.runner.run((context) -> {
			int phase = context.getBean(LockClientLifecycle.class).getPhase();
			assertThat(phase).isLessThan(new SourcePollingChannelAdapter().getPhase());
			assertThat(phase).isLessThan(new MessageProducerSupport() {
			}.getPhase());
		});
	}

	static class Component {

		private final LockRegistry<DistributedLock> locks;

		Component(LockRegistry<DistributedLock> locks) {
			this.locks = locks;
		}

	}

}
