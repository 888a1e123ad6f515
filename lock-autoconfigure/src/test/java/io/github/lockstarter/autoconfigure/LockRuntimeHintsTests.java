package io.github.lockstarter.autoconfigure;

import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.aot.AotServices;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests what a native image is told.
 */
class LockRuntimeHintsTests {

	private final RuntimeHints hints = new RuntimeHints();

	LockRuntimeHintsTests() {
		new LockRuntimeHints().registerHints(this.hints, getClass().getClassLoader());
	}

	@Test
	void isFoundBySpring() {
		assertThat(AotServices.factories().load(RuntimeHintsRegistrar.class).asList())
			.hasAtLeastOneElementOfType(LockRuntimeHints.class);
	}

	@Test
	void theConsoleIsIncluded() {
		assertThat(RuntimeHintsPredicates.resource().forResource("io/github/lockstarter/actuate/console/console.html"))
			.accepts(this.hints);
		assertThat(RuntimeHintsPredicates.resource().forResource("io/github/lockstarter/actuate/console/console.js"))
			.accepts(this.hints);
	}

	@Test
	void propertiesCanBeBound() {
		assertBindable(LockProperties.class, "setWaitTime");
		assertBindable(NamedLockProperties.class, "setWaitTime");
		assertBindable(LockProperties.Renewal.class, "setInterval");
		assertBindable(LocalHandoverProperties.class, "setMaxPasses");
	}

	@Test
	void propertiesAreKnownThatAreNotBound() {
		assertBindable(LockMdcProperties.class, "setEnabled");
		assertBindable(LockActuatorProperties.ForceRelease.class, "setEnabled");
		assertBindable(LockActuatorProperties.Console.class, "setEnabled");
		assertBindable(LeaderProperties.class, "setRoles");
		assertBindable(LockJobProperties.class, "setNames");
		assertBindable(LockIntegrationProperties.class, "setEnabled");
	}

	private void assertBindable(Class<?> type, String setter) {
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(type, setter)).accepts(this.hints);
	}

	@Test
	void whatIsLookedUpInOtherLibrariesCanBeFound() {
		assertThat(RuntimeHintsPredicates.reflection().onType(Publisher.class)).accepts(this.hints);
	}

	@Test
	void thePropertiesOfRedisCanBeBound() {
		assertThat(RuntimeHintsPredicates.reflection().onType(DataRedisProperties.class)).accepts(this.hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(DataRedisProperties.Sentinel.class)).accepts(this.hints);
	}

	@Test
	void otherLibrariesNeedNotBeThere() {
		RuntimeHints without = new RuntimeHints();
		new LockRuntimeHints().registerHints(without, ClassLoader.getPlatformClassLoader());
		assertThat(RuntimeHintsPredicates.reflection().onType(Publisher.class)).rejects(without);
	}

}
