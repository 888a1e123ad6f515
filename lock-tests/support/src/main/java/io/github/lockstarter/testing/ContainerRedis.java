package io.github.lockstarter.testing;

import com.redis.testcontainers.RedisContainer;
import io.lettuce.core.RedisURI;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.utility.DockerImageName;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Redis in a container, shared by all tests of this JVM.
 */
final class ContainerRedis {

	private ContainerRedis() {
	}

	static RedisTarget target() {
		assumeTrue(DockerClientFactory.instance().isDockerAvailable(), "No Docker here: not tested in a container");
		return RedisTarget.at(RedisURI.create(Shared.CONTAINER.getRedisURI()));
	}

	private static final class Shared {

		static final RedisContainer CONTAINER = start();

		@SuppressWarnings("resource")
		private static RedisContainer start() {
			RedisContainer container = new RedisContainer(DockerImageName.parse("redis:7-alpine"));
			container.start();
			Runtime.getRuntime().addShutdownHook(new Thread(container::stop));
			return container;
		}

	}

}
