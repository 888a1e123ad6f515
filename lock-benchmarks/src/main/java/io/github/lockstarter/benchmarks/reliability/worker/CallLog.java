package io.github.lockstarter.benchmarks.reliability.worker;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The calls of a worker, in a file that outlives it.
 */
public final class CallLog implements AutoCloseable {

	private final BufferedWriter writer;

	private boolean closed;

	CallLog(Path file) throws IOException {
		this.writer = Files.newBufferedWriter(file);
	}

	/** Write a call down, unless the trial is over. */
	synchronized void add(Call call) {
		if (this.closed) {
			return;
		}
		try {
			this.writer.write(call.line() + "\n");
			this.writer.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Read what a worker has written so far. A line without its end is left out.
	 * @param file the file
	 * @return the calls
	 */
	public static List<Call> read(Path file) {
		try {
			String text = Files.exists(file) ? Files.readString(file) : "";
			return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(Call::parse).toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public synchronized void close() throws IOException {
		this.closed = true;
		this.writer.close();
	}

}
