package com.example.zookeeper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.github.lockstarter.testing.ProjectFiles;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the page about stores shows the code that is tested.
 */
class PageOfTheStoreTests {

	private static final Path MODULE = Path.of(System.getProperty("basedir", "."));

	private static final String MARK = "ZooKeeperLockStoreTests runs it -->\n```java\n";

	@Test
	void theCodeInThePageIsThatOfTheStore() throws IOException {
		String page = Files.readString(ProjectFiles.find("docs/testing.md"));
		assertThat(page).containsOnlyOnce(MARK);
		int begin = page.indexOf(MARK) + MARK.length();
		String shown = page.substring(begin, page.indexOf("```", begin));
		String code = Files.readString(MODULE.resolve("src/test/java/com/example/zookeeper/ZooKeeperLockStore.java"));
		assertThat(code.replaceAll("(?m)^\\s+", "")).contains(shown.replaceAll("(?m)^\\s+", ""));
	}

}
