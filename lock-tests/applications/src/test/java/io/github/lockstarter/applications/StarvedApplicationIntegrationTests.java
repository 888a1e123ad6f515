package io.github.lockstarter.applications;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An application that has a fifth of a processor, as in a container with a limit of
 * {@code 200m}. Many classes are loaded and linked for its first connection, which takes
 * more than a second of its time.
 */
@Full
class StarvedApplicationIntegrationTests {

	private static final Duration RUNS = Duration.ofMillis(20);

	private static final Duration SOON = Duration.ofSeconds(20);

	private static final Duration STANDS_STILL = Duration.ofMillis(80);

	@Test
	void getsItsFirstLockWithoutAWarningAboutRedis() {
		try (EmbeddedRedis server = EmbeddedRedis.start();
				ChildJvm child = ChildJvm.startWith("-Xshare:off", StarvedApplication.class, server.port())) {
			AtomicBoolean over = new AtomicBoolean();
			CompletableFuture<Void> limit = CompletableFuture.runAsync(() -> starve(child, over));
			child.await(StarvedApplication.LOCKED);
			over.set(true);
			assertThat(limit).succeedsWithin(SOON);
			child.kill();
			assertThat(child.passedOver()).noneMatch((line) -> line.contains("WARN"));
		}
	}

	private static void starve(ChildJvm child, AtomicBoolean over) {
		while (!over.get()) {
			pass(RUNS);
			child.pause();
			pass(STANDS_STILL);
			child.resume();
		}
	}

	private static void pass(Duration time) {
		await().pollDelay(time).until(() -> true);
	}

}
