package io.github.lockstarter.faults;

import java.util.stream.Collectors;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.EmbeddedRedisSentinel;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.Configurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * The lock client of an application that has told Spring Boot where its Redis is, and
 * nothing else: all time-outs, the wait time and the lease are the defaults.
 */
final class BootClient implements AutoCloseable {

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private BootClient(String... address) {
		TestPropertyValues.of(address).applyTo(this.context);
		this.context.register(Configurations
			.getClasses(AutoConfigurations.of(DataRedisAutoConfiguration.class, LockAutoConfiguration.class)));
		this.context.refresh();
	}

	/**
	 * Start an application with the server at a port of the loopback interface.
	 */
	static BootClient of(int port) {
		return new BootClient("spring.data.redis.port=" + port);
	}

	/**
	 * Start an application with a Cluster.
	 */
	static BootClient of(EmbeddedRedisCluster cluster) {
		return new BootClient("spring.data.redis.cluster.nodes="
				+ cluster.nodes().stream().map((node) -> "127.0.0.1:" + node.port()).collect(Collectors.joining(",")));
	}

	/**
	 * Start an application with the primary that sentinels name.
	 */
	static BootClient of(EmbeddedRedisSentinel redis) {
		return new BootClient("spring.data.redis.sentinel.master=" + EmbeddedRedisSentinel.NAME,
				"spring.data.redis.sentinel.nodes=" + redis.sentinelAddresses());
	}

	LockClient client() {
		return this.context.getBean(LockClient.class);
	}

	/**
	 * End the application.
	 */
	@Override
	public void close() {
		this.context.close();
	}

}
