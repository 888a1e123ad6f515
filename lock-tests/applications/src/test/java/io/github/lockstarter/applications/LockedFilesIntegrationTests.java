package io.github.lockstarter.applications;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Two nodes that poll one directory with Spring Integration.
 */
@Full
class LockedFilesIntegrationTests {

	@Test
	void eachFileIsHandledOnceThoughTwoNodesPollTheDirectory(@TempDir Path inbox, @TempDir Path results)
			throws IOException {
		List<String> names = IntStream.range(0, 60).mapToObj((number) -> "order-" + number).toList();
		Path handled = results.resolve("handled");
		try (Instances nodes = Instances.start(LockedFilesApplication.class, WebApplicationType.NONE,
				"--files.inbox=" + inbox, "--files.handled=" + handled)) {
			for (String name : names) {
				Files.createFile(inbox.resolve(name));
			}
			await().untilAsserted(() -> assertThat(inbox).isEmptyDirectory());
			await().until(() -> names.stream().noneMatch((name) -> nodes.isHeld("file:" + name)));
		}
		assertThat(Files.readAllLines(handled)).containsExactlyInAnyOrderElementsOf(names);
	}

}
