package io.github.lockstarter.plain;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import javax.tools.ToolProvider;

import io.github.lockstarter.testing.ProjectFiles;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The code of the page on programs without Spring Boot, in a JVM of its own. It is
 * compiled and run with what Maven calls the runtime class path of this module, without
 * anything of its tests.
 */
final class DocumentedProgram {

	private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

	private static final String MAIN = "com.example.worker.Program";

	private final Path directory;

	private final String jars;

	DocumentedProgram(Path directory) throws IOException {
		this.directory = directory;
		this.jars = Files.readString(ProjectFiles.find("lock-tests/plain/target/class-path.txt")).strip();
		List<String> blocks = JAVA.matcher(Files.readString(ProjectFiles.find("docs/without-spring-boot.md")))
			.results()
			.map((MatchResult block) -> block.group(1))
			.toList();
		assertThat(blocks).hasSize(2);
		Files.writeString(directory.resolve("Worker.java"), "package com.example.worker;\n" + blocks.get(0));
		Files.writeString(directory.resolve("module-info.java"), blocks.get(1));
		Files.copy(ProjectFiles.find("lock-tests/plain/src/test/resources/program/Program.java"),
				directory.resolve("Program.java"));
	}

	/** The names of the artifacts that it runs with. */
	List<String> artifacts() {
		return Pattern.compile(Pattern.quote(File.pathSeparator))
			.splitAsStream(this.jars)
			.map((jar) -> Path.of(jar).getFileName().toString().replaceFirst("-[0-9].*", ""))
			.toList();
	}

	/**
	 * Run it from the class path.
	 * @param arguments its arguments
	 * @return what it prints
	 */
	List<String> onTheClassPath(String... arguments) {
		compile("-cp", this.jars, "Worker.java", "Program.java");
		return run(arguments, "-cp", this.directory + File.pathSeparator + this.jars, MAIN);
	}

	/**
	 * Run it as a module.
	 * @param arguments its arguments
	 * @return what it prints
	 */
	List<String> onTheModulePath(String... arguments) {
		compile("--module-path", this.jars, "module-info.java", "Worker.java", "Program.java");
		return run(arguments, "--module-path", this.directory + File.pathSeparator + this.jars, "-m",
				"com.example.worker/" + MAIN);
	}

	private void compile(String option, String path, String... sources) {
		List<String> arguments = new ArrayList<>(List.of(option, path, "-d", this.directory.toString()));
		for (String source : sources) {
			arguments.add(this.directory.resolve(source).toString());
		}
		int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
		assertThat(status).as("status of the compiler").isZero();
	}

	private List<String> run(String[] arguments, String... options) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.add("-XX:TieredStopAtLevel=1");
		command.addAll(List.of(options));
		command.addAll(List.of(arguments));
		Path output = this.directory.resolve("output");
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(output.toFile())
				.start();
			try {
				assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("ends").isTrue();
				assertThat(process.exitValue()).as(Files.readString(output)).isZero();
				return Files.readAllLines(output);
			}
			finally {
				process.destroyForcibly();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
