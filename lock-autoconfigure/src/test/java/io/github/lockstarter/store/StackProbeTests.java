package io.github.lockstarter.store;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StackProbe}.
 */
class StackProbeTests {

	private static final long STACK_BYTES = 512 * 1024;

	/** A hundredth is five kilobytes, which is as much as sending a command takes. */
	@Test
	void needsMoreOfTheStackThanSendingACommandDoes() {
		compile();
		int deepest = deepest(() -> {
		});
		assertThat(deepest(StackProbe::check)).isLessThan(deepest - deepest / 100);
	}

	/** Frames change their size as methods are compiled. */
	private static void compile() {
		for (int i = 0; i < 100_000; i++) {
			descend(50, StackProbe::check);
		}
	}

	private static int deepest(Runnable task) {
		int possible = 0;
		int impossible = 200_000;
		while (impossible - possible > 1) {
			int depth = (possible + impossible) / 2;
			if (isPossible(depth, task)) {
				possible = depth;
			}
			else {
				impossible = depth;
			}
		}
		return possible;
	}

	private static boolean isPossible(int depth, Runnable task) {
		CompletableFuture<Boolean> possible = new CompletableFuture<>();
		new Thread(null, () -> {
			try {
				descend(depth, task);
				possible.complete(true);
			}
			catch (StackOverflowError ex) {
				possible.complete(false);
			}
		}, "deep", STACK_BYTES).start();
		return possible.join();
	}

	private static void descend(int depth, Runnable task) {
		if (depth == 0) {
			task.run();
		}
		else {
			descend(depth - 1, task);
		}
	}

}
