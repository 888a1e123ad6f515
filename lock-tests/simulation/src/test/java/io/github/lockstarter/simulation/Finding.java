package io.github.lockstarter.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Properties;

import org.jspecify.annotations.Nullable;

/**
 * What finds a defect. {@code seeds.properties} notes one for each.
 *
 * @param seed the run
 * @param check the class and the method that look at it
 */
record Finding(long seed, String check) {

	private static final Properties NOTED = load();

	private static Properties load() {
		Properties noted = new Properties();
		try (InputStream file = Finding.class.getResourceAsStream("seeds.properties")) {
			noted.load(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return noted;
	}

	/**
	 * What is to find a defect, as the file says.
	 * @return {@code null} if it says nothing
	 */
	static @Nullable Finding noted(Mutation mutation) {
		String line = NOTED.getProperty(mutation.name());
		if (line == null) {
			return null;
		}
		String[] words = line.split(" ");
		return new Finding(Long.parseLong(words[0]), words[1]);
	}

	/** What is to find all defects. */
	static List<Finding> allNoted() {
		return Arrays.stream(Mutation.values()).map(Finding::noted).filter(Objects::nonNull).toList();
	}

	/** What a run found: the place in the checks that says so. */
	static Finding of(long seed, Throwable violation) {
		StackTraceElement by = violation.getStackTrace()[0];
		String type = by.getClassName().replaceAll("^.*\\.|\\$.*$", "");
		return new Finding(seed, type + "." + by.getMethodName().replaceAll("^lambda\\$|\\$\\d+$", ""));
	}

	@Override
	public String toString() {
		return this.seed + " " + this.check;
	}

}
