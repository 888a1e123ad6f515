package io.github.lockstarter.aop;

import java.util.function.Consumer;

import io.github.lockstarter.DistributedLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that beans of a child context are locked or refused as those of its parent are.
 */
class ChildContextTests {

	private static final ApplicationContextRunner WITH_AUTO_CONFIGURATION = LockContexts.withoutClient();

	private static final ApplicationContextRunner WITH_PROXIES = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class));

	private static final ApplicationContextRunner BARE = new ApplicationContextRunner();

	@Test
	void withAutoConfigurationIsChecked() {
		withParent(WITH_AUTO_CONFIGURATION, (child) -> LockContexts.assertRefused(child.withBean(PrivateMethod.class))
			.hasMessageContaining("PrivateMethod.run can't be locked: it is private"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "org.aspectj", "none" })
	void withAutoConfigurationIsLockedOnce(String missing) {
		withParent(WITH_AUTO_CONFIGURATION.withClassLoader(new FilteredClassLoader(missing)),
				ChildContextTests::assertLockedOnce);
	}

	@Test
	void thatOnlyMakesProxiesIsChecked() {
		withParent(WITH_PROXIES, (child) -> LockContexts.assertRefused(child.withBean(PrivateMethod.class))
			.hasMessageContaining("PrivateMethod.run can't be locked: it is private"));
	}

	@Test
	void thatOnlyMakesProxiesIsLockedOnce() {
		withParent(WITH_PROXIES, ChildContextTests::assertLockedOnce);
	}

	@Test
	void thatMakesNoProxiesIsRefused() {
		withParent(BARE, (child) -> LockContexts.assertRefused(child.withBean(Service.class))
			.hasMessageContaining("Service.run can't be locked: nothing in the application context applies"));
	}

	@Test
	void withoutLocksIsLeftAlone() {
		withParent(BARE, (child) -> child.withBean(Object.class).run((context) -> assertThat(context).hasNotFailed()));
	}

	@Test
	void ofAChildIsChecked() {
		withParent(WITH_PROXIES, (child) -> child.run((parent) -> LockContexts
			.assertRefused(BARE.withParent(parent.getSourceApplicationContext()).withBean(Service.class))));
	}

	private static void withParent(ApplicationContextRunner child, Consumer<ApplicationContextRunner> test) {
		LockContexts.runner().run((parent) -> test.accept(child.withParent(parent.getSourceApplicationContext())));
	}

	private static void assertLockedOnce(ApplicationContextRunner child) {
		child.withBean(Service.class).run((context) -> {
			context.getBean(Service.class).run();
			assertThat(context.getBean(RecordingLockClient.class).acquisitions).hasSize(1);
		});
	}

	public static class Service {

		@DistributedLock(key = "key")
		public void run() {
		}

	}

	static class PrivateMethod {

		@DistributedLock(key = "key")
		private void run() {
		}

	}

}
