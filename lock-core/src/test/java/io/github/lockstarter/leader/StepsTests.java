package io.github.lockstarter.leader;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class StepsTests {

	private final List<Integer> done = new CopyOnWriteArrayList<>();

	@Test
	void runsStepsInTheirOrderThoughSomeFailOrAddOthers() {
		Steps steps = Steps.onThreads("steps");
		CountDownLatch all = new CountDownLatch(1);
		steps.execute(() -> {
			awaitOpen(all);
			steps.execute(() -> this.done.add(100));
			throw new IllegalStateException("thrown by a test");
		});
		IntStream.range(0, 100).forEach((i) -> steps.execute(() -> this.done.add(i)));
		all.countDown();
		await().until(() -> this.done.size() == 101);
		assertThat(this.done).isSorted();
	}

	@Test
	void hasNoThreadWhileThereIsNothingToDo() {
		Steps steps = Steps.onThreads("idle-steps");
		steps.execute(() -> this.done.add(0));
		await().until(() -> !this.done.isEmpty());
		await().until(
				() -> Thread.getAllStackTraces().keySet().stream().noneMatch((t) -> "idle-steps".equals(t.getName())));
		steps.execute(() -> this.done.add(1));
		await().until(() -> this.done.size() == 2);
	}

	@Test
	void theCallerDoesTheWorkIfThereIsNoThread() {
		Steps steps = new Steps((task) -> {
			throw new OutOfMemoryError("unable to create native thread");
		});
		steps.execute(() -> this.done.add(0));
		steps.execute(() -> this.done.add(1));
		assertThat(this.done).containsExactly(0, 1);
	}

	private static void awaitOpen(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
