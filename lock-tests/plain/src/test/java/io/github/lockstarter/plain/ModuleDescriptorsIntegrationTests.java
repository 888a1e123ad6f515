package io.github.lockstarter.plain;

import java.io.File;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleDescriptor.Requires.Modifier;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Shows what the packaged modules require to run.
 */
class ModuleDescriptorsIntegrationTests {

	private static final Pattern JARS = Pattern.compile(Pattern.quote(File.pathSeparator));

	@Test
	void theCoreRequiresOnlySlf4j() {
		assertThat(requiredBy("lock-core")).containsExactlyInAnyOrder("java.base", "org.slf4j");
	}

	@Test
	void theStoreOnRedisRequiresTheCoreLettuceAndWhatThatNeeds() {
		assertThat(requiredBy("lock-redis")).containsExactlyInAnyOrder("java.base", "org.slf4j",
				"io.github.lockstarter", "lettuce.core", "io.netty.buffer", "io.netty.common", "io.netty.handler",
				"io.netty.resolver.dns", "io.netty.transport", "jdk.net");
	}

	@Test
	void theQuorumRequiresOnlyTheCoreAndSlf4j() {
		assertThat(requiredBy("lock-quorum")).containsExactlyInAnyOrder("java.base", "org.slf4j",
				"io.github.lockstarter");
	}

	private static Set<String> requiredBy(String artifact) {
		ModuleDescriptor module = descriptor(artifact);
		assertThat(module.requires()).filteredOn((requires) -> requires.modifiers().contains(Modifier.STATIC))
			.extracting(Requires::name)
			.containsExactly("org.jspecify");
		return module.requires()
			.stream()
			.filter((requires) -> !requires.modifiers().contains(Modifier.STATIC))
			.map(Requires::name)
			.collect(Collectors.toSet());
	}

	private static ModuleDescriptor descriptor(String artifact) {
		Path jar = JARS.splitAsStream(System.getProperty("java.class.path"))
			.filter((path) -> path.matches(".*" + artifact + "-[0-9][^/\\\\]*\\.jar"))
			.map(Path::of)
			.findFirst()
			.orElseThrow();
		return ModuleFinder.of(jar).findAll().iterator().next().descriptor();
	}

}
