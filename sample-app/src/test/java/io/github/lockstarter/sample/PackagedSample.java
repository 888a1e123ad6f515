package io.github.lockstarter.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A run of the packaged application that ends after the table.
 */
final class PackagedSample {

	/** Meant for a launcher, and all that its process starts. */
	private static final String LIST_CLASSES = "-Xlog:class+load=info:file=%s/classes-%%p.log";

	private final List<String> lines;

	private PackagedSample(List<String> lines) {
		this.lines = lines;
	}

	/**
	 * Run it to its end, which has to be a good one.
	 * @param directory where to leave what it prints
	 */
	static PackagedSample run(Path directory) throws IOException, InterruptedException {
		return run(directory, new ProcessBuilder(command()));
	}

	/**
	 * Run it to its end, and leave a list of the loaded classes in the directory, for
	 * each of its processes.
	 * @param properties system properties, for its children too
	 */
	static PackagedSample runAndListClasses(Path directory, String... properties)
			throws IOException, InterruptedException {
		ProcessBuilder builder = new ProcessBuilder(command(properties));
		builder.environment().put("JDK_JAVA_OPTIONS", LIST_CLASSES.formatted(directory));
		return run(directory, builder);
	}

	private static PackagedSample run(Path directory, ProcessBuilder builder) throws IOException, InterruptedException {
		Path output = directory.resolve("output");
		Process sample = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
		boolean ended = sample.waitFor(5, TimeUnit.MINUTES);
		sample.descendants().forEach(ProcessHandle::destroyForcibly);
		sample.destroyForcibly();

		List<String> lines = Files.readAllLines(output);
		assertThat(ended).as("%s", lines).isTrue();
		assertThat(sample.exitValue()).as("%s", lines).isZero();
		return new PackagedSample(lines);
	}

	private static List<String> command(String... options) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		// its children get the same
		command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
		command.addAll(List.of(options));
		command.addAll(List.of("-jar", System.getProperty("sample.jar"), "--exit"));
		return command;
	}

	/**
	 * The first numbers in a row of the table: placed, processed, processed twice,
	 * oversold.
	 */
	List<Integer> numbers(String label) {
		return row(label, 0).limit(4).map(Integer::valueOf).toList();
	}

	/**
	 * The numbers in a row of the second table: counts, counted wrong, parcels, most at
	 * once, transfers, receipts, numbers twice, money made or lost.
	 */
	List<Integer> sideWork(String label) {
		return row(label, 1).map(Integer::valueOf).toList();
	}

	private Stream<String> row(String label, int table) {
		String row = this.lines.stream()
			.filter((line) -> line.strip().startsWith(label) && !line.contains("["))
			.skip(table)
			.findFirst()
			.orElseThrow(() -> new AssertionError("No row '" + label + "' in " + this.lines));
		return Arrays.stream(row.strip().substring(label.length()).strip().split(" +"));
	}

}
