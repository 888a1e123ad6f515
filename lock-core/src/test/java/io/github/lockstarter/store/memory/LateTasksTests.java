package io.github.lockstarter.store.memory;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link LateTasks}.
 */
class LateTasksTests {

	private final LateTasks tasks = new LateTasks("late-tasks-test");

	private final Queue<Integer> done = new ConcurrentLinkedQueue<>();

	@Test
	void runsTasksInTheirOrder() {
		for (int i = 0; i < 100; i++) {
			int number = i;
			this.tasks.run(() -> this.done.add(number), 0);
		}
		await().until(() -> this.done.size() == 100);
		assertThat(this.done).containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
	}

	@Test
	void aTaskThatThrowsConcernsNoOther() {
		this.tasks.run(() -> this.done.add(2), 50);
		this.tasks.run(() -> {
			this.done.add(1);
			throw new StackOverflowError("thrown by a test");
		}, 0);
		await().until(() -> this.done.size() == 2);
	}

	@Test
	void itsThreadIsADaemonAndEndsWhenItIsIdle() {
		assertThat(isRunning()).isFalse();
		this.tasks.run(() -> this.done.add(Thread.currentThread().isDaemon() ? 1 : 0), 0);
		await().until(() -> !this.done.isEmpty());
		assertThat(this.done).containsExactly(1);
		await().atMost(Duration.ofSeconds(30)).until(() -> !isRunning());
	}

	private static boolean isRunning() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.anyMatch((thread) -> thread.getName().equals("late-tasks-test"));
	}

}
