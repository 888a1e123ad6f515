package io.github.lockstarter.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import io.github.lockstarter.DistributedLock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.FileSystemGeneratedFiles;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the auto-configuration can be processed ahead of time, and that what is
 * generated from it compiles. The sample also runs it.
 */
class AheadOfTimeTests {

	private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

	@TempDir
	private Path directory;

	@ParameterizedTest
	@CsvSource({ "distributed-lock.store=redis, RedisStoreConfiguration",
			"distributed-lock.store=memory, MemoryStoreConfiguration",
			"distributed-lock.leader.roles=reports, LeaderAutoConfiguration",
			"distributed-lock.jobs.names=report, LockJobAutoConfiguration",
			"distributed-lock.enabled=false, LocksDisabledAutoConfiguration" })
	void generatesWhatCompilesAndInitializesNoLocks(String property, String used) throws IOException {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			TestPropertyValues.of(property).applyTo(context);
			context.register(Application.class);
			DefaultGenerationContext generation = new DefaultGenerationContext(
					new ClassNameGenerator(ClassName.get(Application.class)),
					new FileSystemGeneratedFiles(this.directory));
			new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
			generation.writeGeneratedContent();
			assertThat(context.getBeanFactory().getSingletonNames()).doesNotContain("distributedLockClient",
					"distributedLockStore", "distributedLockSettings", "distributedLockValidator",
					"redisConnectionFactory");
		}
		List<Path> sources = sources();
		assertThat(sources).anyMatch((path) -> path.endsWith(used + "__BeanDefinitions.java"));
		assertThat(compile(sources)).isEmpty();
	}

	private List<Path> sources() throws IOException {
		try (Stream<Path> paths = Files.walk(this.directory)) {
			return paths.filter((path) -> path.toString().endsWith(".java")).toList();
		}
	}

	private List<String> compile(List<Path> sources) throws IOException {
		DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
		String classPath = System.getProperty("java.class.path") + System.getProperty("path.separator")
				+ this.directory.resolve("classes");
		List<String> options = List.of("-proc:none", "-d",
				Files.createDirectory(this.directory.resolve("out")).toString(), "-classpath", classPath);
		try (StandardJavaFileManager files = this.compiler.getStandardFileManager(found, null, null)) {
			this.compiler.getTask(null, files, found, options, null, files.getJavaFileObjectsFromPaths(sources)).call();
		}
		return found.getDiagnostics()
			.stream()
			.filter((diagnostic) -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
			.map(Object::toString)
			.toList();
	}

	@ImportAutoConfiguration({ AopAutoConfiguration.class, DataRedisAutoConfiguration.class,
			LockAutoConfiguration.class, LockAopAutoConfiguration.class, LockTransactionAutoConfiguration.class,
			LocksDisabledAutoConfiguration.class, LockMdcAutoConfiguration.class, LockMetricsAutoConfiguration.class,
			LockObservationAutoConfiguration.class, LocksEndpointAutoConfiguration.class,
			LocksHealthAutoConfiguration.class, LeaderAutoConfiguration.class, LockJobAutoConfiguration.class,
			LockIntegrationAutoConfiguration.class, LockReactiveAutoConfiguration.class,
			LockReactiveTransactionAutoConfiguration.class, LockWebAutoConfiguration.class })
	@Import({ Locked.class, SimpleMeterRegistry.class })
	static class Application {

		@Bean
		static ObservationRegistry observationRegistry() {
			return ObservationRegistry.create();
		}

	}

	static class Locked {

		@DistributedLock(key = "order:#{#id}")
		public void process(String id) {
			// not called
		}

	}

}
