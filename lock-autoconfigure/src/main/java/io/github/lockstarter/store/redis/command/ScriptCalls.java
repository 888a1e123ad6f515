package io.github.lockstarter.store.redis.command;

import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.store.redis.connection.Failures;
import io.lettuce.core.api.StatefulConnection;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts on the connection of the moment. Each call costs no more futures than it
 * must: it is made for every lock.
 */
public final class ScriptCalls {

	private final Connections connections;

	/**
	 * Run none yet.
	 * @param connections has the connection to run them on
	 */
	public ScriptCalls(Connections connections) {
		this.connections = connections;
	}

	/**
	 * Run a script.
	 * @param reader makes an answer of what it returns
	 * @param record the record to name if the script is refused
	 * @return the answer; fails with a {@code StoreException} only
	 */
	public <R, T> CompletableFuture<T> run(Script<R> script, String record, String[] keys, String[] arguments,
			AnswerReader<R, T> reader) {
		CompletableFuture<T> answer = new CompletableFuture<>();
		CompletableFuture<StatefulConnection<String, String>> connections = this.connections.commands();
		if (connections.isDone() && !connections.isCompletedExceptionally()) {
			run(script, connections.join(), record, keys, arguments, reader, answer);
			return answer;
		}
		connections.whenComplete((connection, failure) -> {
			if (failure != null) {
				fail(answer, record, reader, failure);
			}
			else {
				run(script, connection, record, keys, arguments, reader, answer);
			}
		});
		return answer;
	}

	private static void fail(CompletableFuture<?> answer, String record, AnswerReader<?, ?> reader, Throwable failure) {
		reader.failed();
		answer.completeExceptionally(Failures.translate(failure, record));
	}

	private <R, T> void run(Script<R> script, StatefulConnection<String, String> connection, String record,
			String[] keys, String[] arguments, AnswerReader<R, T> reader, CompletableFuture<T> answer) {
		try {
			script.run(connection, this.connections.scripts(connection), this.connections.inFlight(), keys, arguments,
					(result, failure) -> {
						if (failure != null && Failures.isReadOnly(failure)) {
							this.connections.leaveReplica(connection);
						}
						complete(answer, record, reader, result, failure);
					});
		}
		catch (RuntimeException | Error ex) {
			// the stage that calls this would keep it to itself
			fail(answer, record, reader, ex);
		}
	}

	private static <R, T> void complete(CompletableFuture<T> answer, String record, AnswerReader<R, T> reader,
			@Nullable R result, @Nullable Throwable failure) {
		if (result == null) {
			Throwable cause = (failure != null) ? failure : new IllegalStateException("Redis returned nothing");
			fail(answer, record, reader, cause);
			return;
		}
		T read;
		try {
			read = reader.read(result);
		}
		catch (RuntimeException ex) {
			fail(answer, record, reader, ex);
			return;
		}
		answer.complete(read);
	}

}
