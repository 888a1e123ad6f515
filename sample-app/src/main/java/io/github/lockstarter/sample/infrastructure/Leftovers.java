package io.github.lockstarter.sample.infrastructure;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/**
 * The files that have to be gone when this JVM is, even if it is killed: a helper deletes
 * them as soon as its standard input ends. On Windows, where it does not run, they are
 * left to those that close them.
 */
@Component
@Lazy
class Leftovers implements AutoCloseable {

	private static final String DELETE_WHEN_INPUT_ENDS = """
			trap '' INT HUP TERM
			while read -r path; do set -- "$@" "$path"; done
			rm -rf "$@"
			""";

	private final @Nullable Process helper;

	private final @Nullable BufferedWriter paths;

	Leftovers() throws IOException {
		boolean windows = System.getProperty("os.name").startsWith("Windows");
		this.helper = windows ? null : new ProcessBuilder("sh", "-c", DELETE_WHEN_INPUT_ENDS).start();
		this.paths = (this.helper != null) ? this.helper.outputWriter() : null;
	}

	/**
	 * Create a directory that goes with this JVM.
	 */
	Path newDirectory() throws IOException {
		Path directory = Files.createTempDirectory("lock-starter-sample-");
		add(directory);
		return directory;
	}

	synchronized void add(Path path) throws IOException {
		if (this.paths != null) {
			this.paths.write(path.toAbsolutePath().toString());
			this.paths.newLine();
			this.paths.flush();
		}
	}

	@Override
	public synchronized void close() {
		try {
			if (this.paths != null && this.helper != null) {
				this.paths.close();
				this.helper.waitFor(5, TimeUnit.SECONDS);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
