package io.github.lockstarter.applications;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * What several instances do, in the order in which it happens.
 */
class Journal {

	private final Path file;

	Journal(Path file) {
		this.file = file;
	}

	/** Write down what this instance does under a lock. */
	void write(String method, String step, long token) {
		try {
			Files.writeString(this.file,
					String.join(" ", Long.toString(ProcessHandle.current().pid()), method, step, token + "\n"),
					StandardOpenOption.APPEND);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	List<Entry> entries() {
		try {
			return Files.readAllLines(this.file).stream().map(Entry::parse).toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * A step of an instance.
	 */
	record Entry(long instance, String method, String step, long token) {

		static Entry parse(String line) {
			String[] parts = line.split(" ");
			return new Entry(Long.parseLong(parts[0]), parts[1], parts[2], Long.parseLong(parts[3]));
		}

		boolean begins() {
			return this.step.equals("begins");
		}

		/** Whether it is the end of what another step has begun. */
		boolean ends(Entry begun) {
			return this.equals(new Entry(begun.instance, begun.method, "ends", begun.token));
		}

	}

}
