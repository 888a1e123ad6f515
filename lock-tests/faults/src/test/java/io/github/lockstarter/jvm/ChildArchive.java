package io.github.lockstarter.jvm;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;

/**
 * Archive of the classes that children load, which saves them a third of the time to
 * start. It takes JARs only, so the directories of the class path are packed. The first
 * JVM that needs it makes it, for all tests of a build.
 */
public final class ChildArchive {

	private static final Path FOLDER = Path.of("target", "children");

	private static final ChildArchive SHARED = make();

	private final String classPath;

	private final Path classes;

	private ChildArchive(String classPath, Path classes) {
		this.classPath = classPath;
		this.classes = classes;
	}

	/**
	 * Start a JVM with the classes of the archive, in little time.
	 * @param main the class with the main method
	 * @param arguments its arguments
	 * @return the running child
	 */
	public static ChildJvm start(Class<?> main, Object... arguments) {
		return ChildJvm.start(List.of("-XX:TieredStopAtLevel=1", "-XX:SharedArchiveFile=" + SHARED.classes),
				SHARED.classPath, main, arguments);
	}

	private static ChildArchive make() {
		List<Path> entries = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
			.map(Path::of)
			.filter(Files::exists)
			.toList();
		try {
			Path folder = Files.createDirectories(FOLDER.resolve(version(entries))).toAbsolutePath();
			try (FileChannel lock = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE,
					StandardOpenOption.WRITE); FileLock alone = lock.lock()) {
				return make(entries, folder);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static ChildArchive make(List<Path> entries, Path folder) throws IOException {
		Path classes = folder.resolve("classes.jsa");
		boolean made = Files.exists(classes);
		List<String> jars = new ArrayList<>();
		for (Path entry : entries) {
			Path jar = entry;
			if (Files.isDirectory(entry)) {
				jar = folder.resolve(jars.size() + ".jar");
				if (!made) {
					pack(entry, jar);
				}
			}
			jars.add(jar.toString());
		}
		String classPath = String.join(File.pathSeparator, jars);
		if (!made) {
			record(classPath, classes);
		}
		return new ChildArchive(classPath, classes);
	}

	private static void pack(Path directory, Path jar) {
		int status = ToolProvider.findFirst("jar")
			.orElseThrow()
			.run(System.out, System.err, "--create", "--no-compress", "--file", jar.toString(), "-C",
					directory.toString(), ".");
		if (status != 0) {
			throw new IllegalStateException("The classes in " + directory + " can't be packed.");
		}
	}

	/** A child that takes locks for a moment, and records what it loads. */
	private static void record(String classPath, Path classes) throws IOException {
		Path counter = Files.write(classes.resolveSibling("counter"), new byte[2 * Long.BYTES]);
		try (ChildJvm child = ChildJvm.start(List.of("-XX:ArchiveClassesAtExit=" + classes), classPath,
				CountingChild.class, EmbeddedRedis.shared().port(), counter, 2, 10, "mutex")) {
			child.await("READY");
			child.go();
			child.await("PASSES");
			if (child.awaitExit() != 0) {
				throw new IllegalStateException("The classes of children can't be recorded.");
			}
		}
	}

	/** Another one for each JVM, and whenever a class is compiled. */
	private static String version(List<Path> entries) throws IOException {
		int version = System.getProperty("java.vm.version").hashCode();
		for (Path entry : entries) {
			version = 31 * version + entry.hashCode();
			try (Stream<Path> files = Files.walk(entry)) {
				version = 31 * version + files.mapToInt(ChildArchive::version).sum();
			}
		}
		return Integer.toHexString(version);
	}

	private static int version(Path file) {
		try {
			return file.hashCode() ^ Files.getLastModifiedTime(file).hashCode();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
