package io.github.lockstarter.aop;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A class compiled without the names of its parameters.
 */
final class UnnamedParameters {

	private static final String SOURCE = """
			package io.github.lockstarter.aop;

			import io.github.lockstarter.DistributedLock;

			public class Unnamed {

				@DistributedLock(key = "order-#{#id}")
				public void run(String id) {
				}

			}
			""";

	private UnnamedParameters() {
	}

	static Class<?> compile(Path directory) throws IOException, IllegalAccessException {
		Path source = Files.writeString(directory.resolve("Unnamed.java"), SOURCE);
		int result = ToolProvider.getSystemJavaCompiler()
			.run(null, null, null, "-proc:none", "-classpath", System.getProperty("java.class.path"), "-d",
					directory.toString(), source.toString());
		assertThat(result).isZero();
		return MethodHandles.lookup()
			.defineClass(Files.readAllBytes(directory.resolve("io/github/lockstarter/aop/Unnamed.class")));
	}

}
