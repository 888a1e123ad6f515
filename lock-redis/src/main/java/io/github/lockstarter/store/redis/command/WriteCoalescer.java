package io.github.lockstarter.store.redis.command;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;

/**
 * Sends the commands that several threads add at about the same time together, in one
 * system call, in the order in which they were added. They are collected until the
 * connection's own thread comes to write, so none waits for others. Thread-safe.
 */
final class WriteCoalescer {

	private final StatefulConnection<String, String> connection;

	private final Executor writer;

	private final Script.Text joined;

	/** The command that was added last; each knows the one before it. */
	private final AtomicReference<@Nullable ScriptCommand<?>> last = new AtomicReference<>();

	private final Runnable write = this::write;

	private volatile boolean joining;

	/**
	 * Create this without commands.
	 * @param writer runs tasks on the thread that writes to the connection
	 * @param joined the script that runs several
	 * @param single whether it is known that there is only one server
	 */
	WriteCoalescer(StatefulConnection<String, String> connection, Executor writer, Script.Text joined, boolean single) {
		this.connection = connection;
		this.writer = writer;
		this.joined = joined;
		this.joining = single;
	}

	/**
	 * Add a command. It fails if it can't be sent.
	 */
	void add(ScriptCommand<?> command) {
		ScriptCommand<?> before;
		do {
			before = this.last.get();
			command.setBefore(before);
		}
		while (!this.last.compareAndSet(before, command));
		if (before == null) {
			try {
				this.writer.execute(this.write);
			}
			catch (RuntimeException | Error ex) {
				ScriptCommand<?> added = this.last.getAndSet(null);
				if (added != null) {
					fail(inOrder(added), ex);
				}
			}
		}
	}

	/** Run a task on the thread that writes. */
	void run(Runnable task) {
		this.writer.execute(task);
	}

	/** Send what was added until now, on the thread that writes. */
	void write() {
		ScriptCommand<?> added = this.last.getAndSet(null);
		if (added != null) {
			send(inOrder(added), this.joining);
		}
	}

	/** The server runs no script for several locks. */
	void stopCoalescing() {
		this.joining = false;
	}

	/** Send commands as they are, on the thread that writes. */
	void sendAlone(List<ScriptCommand<?>> commands) {
		if (!commands.isEmpty()) {
			send(commands, false);
		}
	}

	private void send(List<ScriptCommand<?>> commands, boolean joining) {
		try {
			dispatch((joining && commands.size() > 1) ? CoalescedScripts.join(this, this.joined, commands) : commands);
		}
		catch (RuntimeException | Error ex) {
			fail(commands, ex);
		}
		if (!this.connection.isOpen()) {
			// Lettuce may have forgotten them
			commands.forEach(ScriptCommand::cancel);
		}
	}

	private void dispatch(List<ScriptCommand<?>> commands) {
		if (commands.size() == 1) {
			this.connection.dispatch(commands.get(0));
		}
		else {
			this.connection.dispatch(List.<RedisCommand<String, String, ?>>copyOf(commands));
		}
	}

	private static List<ScriptCommand<?>> inOrder(ScriptCommand<?> last) {
		ScriptCommand<?> next = last.takeBefore();
		if (next == null) {
			return List.of(last);
		}
		List<ScriptCommand<?>> commands = new ArrayList<>();
		commands.add(last);
		while (next != null) {
			commands.add(next);
			next = next.takeBefore();
		}
		Collections.reverse(commands);
		return commands;
	}

	private static void fail(List<ScriptCommand<?>> commands, Throwable failure) {
		commands.forEach((command) -> command.completeExceptionally(failure));
	}

}
