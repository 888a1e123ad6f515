package io.github.lockstarter.autoconfigure;

import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.LockClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Starts an application whose class path has no lock-quorum.
 */
class WithoutQuorumTests {

	@Test
	void propertiesOfAQuorumAreReadAndLocksAreMeasured() throws Exception {
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		try (URLClassLoader classes = new URLClassLoader(classPathWithoutQuorum(),
				ClassLoader.getPlatformClassLoader())) {
			assertThatExceptionOfType(ClassNotFoundException.class)
				.isThrownBy(() -> classes.loadClass("io.github.lockstarter.store.quorum.QuorumLockStore"));
			thread.setContextClassLoader(classes);
			Method start = classes.loadClass(Application.class.getName()).getDeclaredMethod("start");
			start.setAccessible(true);
			start.invoke(null);
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

	private static URL[] classPathWithoutQuorum() throws MalformedURLException {
		List<URL> classPath = new ArrayList<>();
		for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
			if (!entry.contains("lock-quorum")) {
				classPath.add(new File(entry).toURI().toURL());
			}
		}
		return classPath.toArray(URL[]::new);
	}

	static final class Application {

		private Application() {
		}

		static void start() {
			SimpleMeterRegistry meters = new SimpleMeterRegistry();
			new ApplicationContextRunner()
				.withConfiguration(
						AutoConfigurations.of(LockAutoConfiguration.class, LockMetricsAutoConfiguration.class))
				.withBean(SimpleMeterRegistry.class, () -> meters)
				.withPropertyValues("distributed-lock.store=memory", "distributed-lock.quorum.nodes=redis://one",
						"distributed-lock.quorum.node-timeout=80ms")
				.run((context) -> {
					context.getBean(LockClient.class).lock("order").acquire().close();
					LockQuorumProperties properties = context.getBean(LockProperties.class).getQuorum();
					assertThat(properties.getNodes()).containsExactly("redis://one");
					assertThat(properties.getNodeTimeout()).isEqualTo(Duration.ofMillis(80));
				});
			assertThat(meters.getMeters()).extracting((meter) -> meter.getId().getName())
				.contains("distributed.lock.hold")
				.doesNotContain("distributed.lock.quorum.answering");
		}

	}

}
