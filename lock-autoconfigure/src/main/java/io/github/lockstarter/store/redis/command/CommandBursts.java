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
				fail(take(), ex);
			}
		}
	}

	private void write() {
		List<RedisCommand<String, String, ?>> commands = take();
		try {
			if (commands.size() == 1) {
				this.connection.dispatch(commands.get(0));
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

	private List<RedisCommand<String, String, ?>> take() {
		List<RedisCommand<String, String, ?>> commands = new ArrayList<>();
		ScriptCommand<?> next = this.last.getAndSet(null);
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
