package io.github.lockstarter.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;
import org.springframework.util.ClassUtils;

/**
 * Registers for a native image all that is found by name only: the console, the
 * properties, and members of other libraries. The store on Redis brings its own.
 */
class LockRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("io/github/lockstarter/actuate/console/*");
		// those that are not bound are introspected all the same: see UnknownProperties
		BindableRuntimeHintsRegistrar
			.forTypes(LockProperties.class, NamedLockProperties.class, LockMdcProperties.class,
					LockActuatorProperties.class, LeaderProperties.class, LockJobProperties.class,
					LockIntegrationProperties.class)
			.registerHints(hints);
		if (ClassUtils.isPresent("org.springframework.data.redis.connection.RedisConfiguration", classLoader)) {
			BindableRuntimeHintsRegistrar.forTypes(DataRedisProperties.class).registerHints(hints);
		}
		hints.reflection().registerTypeIfPresent(classLoader, "org.reactivestreams.Publisher");
	}

}
