package io.github.lockstarter.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.github.lockstarter.sample.order.OrderService;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the packaged application from the classes that were generated for it ahead of
 * time, on the JVM.
 */
@Tag("full")
class ProcessedAheadOfTimeIntegrationTests {

	@TempDir
	private Path directory;

	@Test
	void processesEachOrderOnceWithGeneratedClassesInAllProcesses() throws Exception {
		PackagedSample sample = PackagedSample.runAndListClasses(this.directory, "-Dspring.aot.enabled=true",
				"-Dsample.storm.orders=40");
		assertThat(sample.numbers("@DistributedLock ")).as("placed, processed, processed twice, oversold")
			.containsExactly(40, 40, 0, 0);
		assertThat(loadedClasses()).as("the process and its two children")
			.hasSize(3)
			.allSatisfy((classes) -> assertThat(classes)
				.contains(SampleApplication.class.getName() + "__BeanFactoryRegistrations")
				.contains(OrderService.class.getName() + "__BeanDefinitions"));
	}

	@Test
	void usesNoneOfThemUnlessAskedTo() throws Exception {
		PackagedSample.runAndListClasses(this.directory, "-Dsample.storm.on-start=false");
		assertThat(loadedClasses()).singleElement()
			.satisfies((classes) -> assertThat(classes).contains(OrderService.class.getName())
				.doesNotContain("__BeanDefinitions"));
	}

	private List<String> loadedClasses() throws IOException {
		try (Stream<Path> logs = Files.list(this.directory)) {
			return logs.filter((path) -> path.toString().endsWith(".log"))
				.map(ProcessedAheadOfTimeIntegrationTests::read)
				.toList();
		}
	}

	private static String read(Path path) {
		try {
			return Files.readString(path);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
