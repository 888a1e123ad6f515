package io.github.lockstarter.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.testing.ChildJvm;

import static org.assertj.core.api.Assertions.assertThat;

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

	/** Loses its connections, and may open no file or socket (Linux). */
	NO_FILES {

		@Override
		public Runnable strike(Arena arena) {
			ChildJvm child = any(arena);
			limitFiles(child, "1");
			arena.network(RespProxy::reset);
			return () -> {
				if (arena.children().contains(child)) {
					limitFiles(child, "$(prlimit --pid " + child.pid() + " --nofile --output HARD --noheadings)");
				}
			};
		}

		private void limitFiles(ChildJvm child, String limit) {
			try {
				int status = new ProcessBuilder("sh", "-c", "prlimit --pid " + child.pid() + " --nofile=" + limit + ":")
					.start()
					.waitFor();
				assertThat(status).as("status of prlimit").isZero();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
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
