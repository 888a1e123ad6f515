package io.github.lockstarter.benchmarks.reliability;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.github.lockstarter.LockClient;
import io.lettuce.core.RedisClient;
import net.javacrumbs.shedlock.core.LockProvider;
import org.redisson.Redisson;

import org.springframework.boot.SpringBootVersion;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;

/**
 * The versions of the libraries, as the names of their files tell them.
 */
final class Versions {

	private Versions() {
	}

	static void add(Map<String, String> circumstances) {
		Set<String> files = new LinkedHashSet<>();
		Stream
			.of(LockClient.class, Redisson.class, RedisLockRegistry.class, LockProvider.class,
					RedisConnectionFactory.class, RedisClient.class, SpringBootVersion.class)
			.map(Versions::file)
			.forEach(files::add);
		circumstances.put("libraries", String.join(", ", files));
	}

	private static String file(Class<?> type) {
		Path path = Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
		return path.getFileName().toString().replaceFirst("\\.jar$", "");
	}

}
