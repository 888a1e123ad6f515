package io.github.lockstarter.faults;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.testing.ChildJvm;

/**
 * What happens to the JVMs. A killed one is replaced when the fault ends.
 */
enum ChildFault implements Nemesis {

	KILLED_HOLDER {

		@Override
		public Runnable strike(Arena arena) {
			return killed(arena, Roles.freezeHolder(arena));
		}

	},

	FROZEN_HOLDER {

		@Override
		public Runnable strike(Arena arena) {
			return frozen(arena, Roles.freezeHolder(arena));
		}

	},

	KILLED_WAITER {

		@Override
		public Runnable strike(Arena arena) {
			return killed(arena, Roles.freezeHeadWaiter(arena));
		}

	},

	FROZEN_WAITER {

		@Override
		public Runnable strike(Arena arena) {
			return frozen(arena, Roles.freezeHeadWaiter(arena));
		}

	},

	KILLED_CHILD {

		@Override
		public Runnable strike(Arena arena) {
			return killed(arena, any(arena));
		}

	},

	FROZEN_CHILD {

		@Override
		public Runnable strike(Arena arena) {
			ChildJvm child = any(arena);
			child.pause();
			return frozen(arena, child);
		}

	},

	/** Gets a twentieth of a processor. */
	STARVED_CHILD {

		@Override
		public Runnable strike(Arena arena) {
			ChildJvm child = any(arena);
			CompletableFuture<Void> over = new CompletableFuture<>();
			Thread thread = new Thread(() -> starve(child, over), "nemesis");
			thread.start();
			return () -> {
				over.complete(null);
				try {
					thread.join();
				}
				catch (InterruptedException ex) {
					throw new IllegalStateException(ex);
				}
			};
		}

		private static void starve(ChildJvm child, CompletableFuture<Void> over) {
			while (!over.isDone()) {
				child.pause();
				passed(over, 190);
				child.resume();
				passed(over, 10);
			}
		}

		private static void passed(CompletableFuture<Void> over, long millis) {
			over.copy().completeOnTimeout(null, millis, TimeUnit.MILLISECONDS).join();
		}

	};

	private static ChildJvm any(Arena arena) {
		return arena.children().get(arena.random().nextInt(arena.children().size()));
	}

	private static Runnable killed(Arena arena, ChildJvm child) {
		arena.kill(child);
		return () -> arena.start(1);
	}

	private static Runnable frozen(Arena arena, ChildJvm child) {
		return () -> {
			if (arena.children().contains(child)) {
				child.resume();
			}
		};
	}

}
