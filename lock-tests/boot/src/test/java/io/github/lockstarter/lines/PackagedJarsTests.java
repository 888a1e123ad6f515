package io.github.lockstarter.lines;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.lockstarter.lines.References.Reference;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringBootVersion;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Shows that each class, method and field that the packaged jars refer to is there, in
 * the libraries of this line. Whatever is not would be noticed only when it is called.
 */
class PackagedJarsTests {

	private static final boolean BOOT_3 = SpringBootVersion.getVersion().startsWith("3.");

	/** Behind conditions on just these classes. */
	private static final Set<String> OF_THE_OTHER_LINE = BOOT_3
			? Set.of("actuate/LocksHealthIndicator", "autoconfigure/LocksHealthAutoConfiguration",
					"autoconfigure/LockIntegrationAutoConfiguration$Registry", "integration/DistributedLockRegistry",
					"integration/RegistryLock")
			: Set.of("boot3/Boot3HealthAutoConfiguration", "boot3/actuate/LocksHealthIndicator");

	private final ClassPath classPath = new ClassPath();

	@Test
	void referToNothingThatIsMissing() throws IOException {
		Set<String> missing = new TreeSet<>();
		for (String jar : jars()) {
			try (JarFile file = new JarFile(jar)) {
				for (JarEntry entry : Collections.list(file.entries())) {
					if (entry.getName().endsWith(".class")) {
						collectMissing(file, entry, missing);
					}
				}
			}
		}
		assertThat(missing).isEmpty();
	}

	private static Set<String> jars() {
		Set<String> jars = new TreeSet<>();
		Pattern name = Pattern.compile(".*lock-(core|redis|quorum|autoconfigure|boot3|jdbc|test)-\\d[^/]*\\.jar");
		Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
			.filter((path) -> name.matcher(path).matches())
			.forEach(jars::add);
		assertThat(jars).hasSize(7);
		return jars;
	}

	private void collectMissing(JarFile file, JarEntry entry, Set<String> missing) throws IOException {
		String type = entry.getName().replaceAll("io/github/lockstarter/|\\.class", "");
		if (OF_THE_OTHER_LINE.contains(type)) {
			return;
		}
		try (InputStream content = file.getInputStream(entry)) {
			for (Reference reference : References.of(content.readAllBytes())) {
				String member = reference.member();
				if (member == null ? !this.classPath.has(reference.type())
						: !this.classPath.has(reference.type(), member)) {
					missing.add(type + " needs " + reference.type() + ((member != null) ? "." + member : ""));
				}
			}
		}
	}

}
