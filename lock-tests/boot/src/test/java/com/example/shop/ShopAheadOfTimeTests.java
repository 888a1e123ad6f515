package com.example.shop;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.github.lockstarter.testing.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Processes the shop ahead of time, as the build plugin of Spring Boot does, and runs it
 * from what was generated.
 */
class ShopAheadOfTimeTests {

	private static final String CLASS_PATH = System.getProperty("java.class.path");

	/** None of these runs long enough for the optimizing compiler. */
	private static final String QUICK = "-XX:TieredStopAtLevel=1";

	@TempDir
	private Path directory;

	@Test
	void sellsFromGeneratedClasses() throws Exception {
		Path sources = this.directory.resolve("sources");
		Path classes = this.directory.resolve("classes");
		String port = "--spring.data.redis.port=" + EmbeddedRedis.shared().port();
		run("java", QUICK, "-cp", CLASS_PATH, "org.springframework.boot.SpringApplicationAotProcessor",
				ShopApplication.class.getName(), sources.toString(), classes.toString(), classes.toString(),
				"com.example", "shop");
		List<String> compiler = new ArrayList<>(
				List.of("javac", "-J" + QUICK, "-proc:none", "-nowarn", "-cp", CLASS_PATH, "-d", classes.toString()));
		compiler.addAll(files(sources));
		run(compiler.toArray(String[]::new));
		String printed = run("java", QUICK, "-Dspring.aot.enabled=true", "-cp",
				classes + File.pathSeparator + CLASS_PATH, ShopApplication.class.getName(), "--once", "--server.port=0",
				port);
		assertThat(printed).contains("2 left, generated: true");
	}

	private static List<String> files(Path directory) throws IOException {
		try (Stream<Path> paths = Files.walk(directory)) {
			return paths.map(Path::toString).filter((path) -> path.endsWith(".java")).toList();
		}
	}

	private String run(String... command) throws Exception {
		Path output = this.directory.resolve("output");
		command[0] = Path.of(System.getProperty("java.home"), "bin", command[0]).toString();
		Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
		try {
			int code = process.waitFor();
			String printed = Files.readString(output);
			assertThat(code).as(printed).isZero();
			return printed;
		}
		finally {
			process.destroyForcibly();
		}
	}

}
