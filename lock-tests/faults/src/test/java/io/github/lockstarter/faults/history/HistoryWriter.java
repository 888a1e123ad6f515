package io.github.lockstarter.faults.history;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the events of this JVM to a file, each with one system call, so that a killed
 * process leaves all that it wrote.
 */
public final class HistoryWriter implements AutoCloseable {

	private final OutputStream output;

	public HistoryWriter(Path directory) {
		try {
			this.output = Files.newOutputStream(directory.resolve(ProcessHandle.current().pid() + History.SUFFIX));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public synchronized void write(Event event) {
		try {
			this.output.write((event.line() + "\n").getBytes(StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() throws IOException {
		this.output.close();
	}

}
