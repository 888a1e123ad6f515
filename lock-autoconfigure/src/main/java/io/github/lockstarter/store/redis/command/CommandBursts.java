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
final class CommandBursts {

	private final StatefulConnection<String, String> connection;

	private final Executor writer;

	/** The command that was added last; each knows the one before it. */
	private final AtomicReference<@Nullable ScriptCommand<?>> last = new AtomicReference<>();

	private final Runnable write = this::write;

	/**
	 * Create this without commands.
	 * @param writer runs tasks on the thread that writes to the connection
	 */
	CommandBursts(StatefulConnection<String, String> connection, Executor writer) {
		this.connection = connection;
		this.writer = writer;
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

	private void write() {
		ScriptCommand<?> added = this.last.getAndSet(null);
		if (added == null) {
			return;
		}
		List<RedisCommand<String, String, ?>> commands = inOrder(added);
		try {
			if (commands.size() == 1) {
				this.connection.dispatch(added);
			}
			else {
				this.connection.dispatch(commands);
			}
		}
		catch (RuntimeException | Error ex) {
			fail(commands, ex);
		}
		if (!this.connection.isOpen()) {
			// Lettuce may have forgotten them
			commands.forEach(RedisCommand::cancel);
		}
	}

	private static List<RedisCommand<String, String, ?>> inOrder(ScriptCommand<?> last) {
		ScriptCommand<?> next = last.takeBefore();
		if (next == null) {
			return List.of(last);
		}
		List<RedisCommand<String, String, ?>> commands = new ArrayList<>();
		commands.add(last);
		while (next != null) {
			commands.add(next);
			next = next.takeBefore();
		}
		Collections.reverse(commands);
		return commands;
	}

	private static void fail(List<RedisCommand<String, String, ?>> commands, Throwable failure) {
		commands.forEach((command) -> command.completeExceptionally(failure));
	}

}
