package io.github.lockstarter.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Finds files of the project, whichever module's tests run.
 */
public final class ProjectFiles {

	private ProjectFiles() {
	}

	/**
	 * Find a file or a folder.
	 * @param path its path below the root of the project
	 * @return the path from here
	 */
	public static Path find(String path) {
		Path root = Path.of("").toAbsolutePath();
		while (!Files.exists(root.resolve("lock-bom"))) {
			root = Objects.requireNonNull(root.getParent(), "not below the project");
		}
		return root.resolve(path);
	}

}
