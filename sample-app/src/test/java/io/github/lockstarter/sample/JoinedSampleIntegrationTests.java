package io.github.lockstarter.sample;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.lockstarter.sample.infrastructure.Listener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A second instance of the packaged application beside the first.
 */
@DisabledOnOs(OS.WINDOWS)
@Tag("full")
class JoinedSampleIntegrationTests {

	private static final Duration PATIENCE = Duration.ofMinutes(10);

	private static final Pattern ADDRESS = Pattern.compile("Serving until stopped.*\\s+(http://localhost:\\d+)");

	@TempDir
	private Path directory;

	private final List<Process> samples = new ArrayList<>();

	@AfterEach
	void end() {
		this.samples.forEach(Process::destroy);
		await().atMost(PATIENCE).until(() -> this.samples.stream().noneMatch(Process::isAlive));
	}

	@Test
	void sharesWhatTheFirstBroughtAlongAndTellsNobodyThePasswords() throws IOException {
		start("first", "--sample.storm.on-start=false");
		RestTestClient first = connect("first");
		start("joined", "--join");
		RestTestClient joined = connect("joined");

		joined.post()
			.uri("/orders")
			.body(Map.of("itemId", "kettle", "quantity", 3))
			.exchange()
			.expectStatus()
			.isCreated();
		first.get().uri("/orders").exchange().expectBody().jsonPath("$[0].quantity").isEqualTo(3);
		joined.post()
			.uri("/storms?orders=40")
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody()
			.jsonPath("$.processed")
			.isEqualTo(40);

		Properties shown = meetingPoint();
		String[] passwords = { shown.getProperty("spring.data.redis.password"),
				shown.getProperty("spring.datasource.password") };
		assertThat(passwords).doesNotContainNull().doesNotHaveDuplicates();
		assertThat(this.samples.get(1).children()).as("workers").hasSizeGreaterThanOrEqualTo(2);
		assertThat(ProcessHandle.allProcesses().map((process) -> process.info().commandLine().orElse("")))
			.noneMatch((line) -> Stream.of(passwords).anyMatch(line::contains));
		assertThat(output("first") + output("joined")).doesNotContain(passwords);

		Listener.assertOnLoopbackOnly(Integer.parseInt(shown.getProperty("spring.data.redis.port")));
		String database = shown.getProperty("spring.datasource.url").substring("jdbc:h2:".length());
		Listener.assertOnLoopbackOnly(URI.create(database).getPort());
	}

	@Test
	void doesNotStartIfOthersCouldHaveLaidItsWay() throws IOException {
		Path file = meetingPointFile();
		Files.createDirectory(file.getParent());
		Files.createFile(file);
		Files.setPosixFilePermissions(file.getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
		Process joined = start("joined", "--join");
		await().atMost(PATIENCE).until(() -> !joined.isAlive());
		assertThat(joined.exitValue()).isEqualTo(1);
		assertThat(output("joined"))
			.contains(file.getParent() + " belongs to another user or is open to others, and is not used")
			.doesNotContain("\tat ");
	}

	private Process start(String name, String option) throws IOException {
		Process sample = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djava.io.tmpdir=" + this.directory, "-jar",
				System.getProperty("sample.jar"), "--server.port=0", option)
			.redirectErrorStream(true)
			.redirectOutput(this.directory.resolve(name).toFile())
			.start();
		this.samples.add(sample);
		return sample;
	}

	private RestTestClient connect(String name) {
		String address = await().atMost(PATIENCE).until(() -> {
			Matcher matcher = ADDRESS.matcher(output(name));
			return matcher.find() ? matcher.group(1) : "";
		}, (found) -> !found.isEmpty());
		return RestTestClient.bindToServer().baseUrl(address).build();
	}

	private String output(String name) throws IOException {
		return Files.readString(this.directory.resolve(name));
	}

	private Path meetingPointFile() {
		return this.directory.resolve("lock-starter-sample-" + System.getProperty("user.name"))
			.resolve("meeting-point.properties");
	}

	private Properties meetingPoint() throws IOException {
		Properties properties = new Properties();
		try (InputStream input = Files.newInputStream(meetingPointFile())) {
			properties.load(input);
		}
		return properties;
	}

}
