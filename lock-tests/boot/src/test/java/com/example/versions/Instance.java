package com.example.versions;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM with an instance of the application and the jars of one version of the starter.
 * It ends when it is closed, and with this JVM at the latest.
 */
final class Instance implements AutoCloseable {

	private final Process process;

	private final BufferedReader output;

	private final PrintWriter input;

	private final List<String> printed = new ArrayList<>();

	private final String jar;

	Instance(String classPath, int redisPort) throws IOException {
		this.process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath, CountingApplication.class.getName(),
				"--spring.data.redis.port=" + redisPort)
			.redirectErrorStream(true)
			.start();
		this.output = this.process.inputReader();
		this.input = new PrintWriter(this.process.outputWriter(), true);
		this.jar = answer();
	}

	/**
	 * The jar that it has the client from.
	 */
	String jar() {
		return this.jar;
	}

	String ask(String question) throws IOException {
		tell(question);
		return answer();
	}

	void tell(String question) {
		this.input.println(question);
	}

	String answer() throws IOException {
		String line;
		while ((line = this.output.readLine()) != null) {
			if (line.startsWith(CountingApplication.ANSWER)) {
				return line.substring(CountingApplication.ANSWER.length());
			}
			this.printed.add(line);
		}
		throw new IllegalStateException("The instance has ended: " + String.join(System.lineSeparator(), this.printed));
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
