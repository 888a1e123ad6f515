package io.github.lockstarter.store.redis.command;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

import io.github.lockstarter.store.redis.connection.Failures;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts on the current connection: by their digests; in full if the server does
 * not have them. If it has lost them, after a restart for example, only one of the calls
 * that are under way is repeated in full: the others are repeated by the digest behind
 * it. Each call uses as few futures as possible, since every lock needs calls.
 */
public final class ScriptCalls {

	private final Connections connections;

	/**
	 * Create this without a call.
	 * @param connections supplies the connection to run them on
	 */
	public ScriptCalls(Connections connections) {
		this.connections = connections;
		Script.load();
	}

	/**
	 * Run a script.
	 * @param reader converts its result into an answer
	 * @param record the record to name if the script is refused
	 * @return the answer; fails only with a {@code StoreException}
	 */
	public <R, T> CompletableFuture<T> run(Script<R> script, String record, String[] keys, String[] arguments,
			AnswerReader<R, T> reader) {
		Call<R, T> call = new Call<>(script, record, keys, arguments, reader);
		CompletableFuture<StatefulConnection<String, String>> connections = this.connections.commands();
		if (connections.isDone() && !connections.isCompletedExceptionally()) {
			call.send(connections.join());
		}
		else {
			call.sendLater(connections);
		}
		return call;
	}

	/**
	 * One call, which completes with its answer.
	 */
	private final class Call<R, T> extends CompletableFuture<T>
			implements BiConsumer<@Nullable R, @Nullable Throwable> {

		private final Script<R> script;

		private final String record;

		private final String[] keys;

		private final String[] arguments;

		private final AnswerReader<R, T> reader;

		private @Nullable StatefulConnection<String, String> connection;

		private CommandType how = CommandType.EVALSHA;

		private boolean repeated;

		Call(Script<R> script, String record, String[] keys, String[] arguments, AnswerReader<R, T> reader) {
			this.script = script;
			this.record = record;
			this.keys = keys;
			this.arguments = arguments;
			this.reader = reader;
		}

		void sendLater(CompletableFuture<StatefulConnection<String, String>> connections) {
			connections.whenComplete((opened, failure) -> {
				if (failure != null) {
					fail(failure);
				}
				else {
					send(opened);
				}
			});
		}

		void send(StatefulConnection<String, String> connection) {
			this.connection = connection;
			try {
				this.script.send(this.how, connection, scripts(connection), ScriptCalls.this.connections.inFlight(),
						this.keys, this.arguments, this);
			}
			catch (RuntimeException | Error ex) {
				// whoever calls this would swallow it
				accept(null, ex);
			}
		}

		private ServerScripts scripts(StatefulConnection<String, String> connection) {
			return ScriptCalls.this.connections.scripts(connection);
		}

		@Override
		public void accept(@Nullable R result, @Nullable Throwable failure) {
			StatefulConnection<String, String> sentTo = this.connection;
			if (sentTo != null && this.how == CommandType.EVALSHA && Script.isMissing(failure)) {
				repeat(sentTo);
				return;
			}
			if (sentTo != null && failure != null && !Failures.isAnswer(failure)
					&& ScriptCalls.this.connections.wasSilent(sentTo)) {
				sendAgain();
				return;
			}
			if (sentTo != null && this.how == CommandType.EVAL) {
				scripts(sentTo).missNoMore(this.script);
			}
			answered(result, failure);
		}

		private void sendAgain() {
			try {
				sendLater(ScriptCalls.this.connections.commands());
			}
			catch (RuntimeException | Error ex) {
				// the thread's stack is too deep
				fail(ex);
			}
		}

		private void repeat(StatefulConnection<String, String> connection) {
			boolean inFull = this.repeated || scripts(connection).isFirstToMiss(this.script);
			this.how = inFull ? CommandType.EVAL : CommandType.EVALSHA;
			this.repeated = true;
			send(connection);
		}

		private void answered(@Nullable R result, @Nullable Throwable failure) {
			if (result == null) {
				refused((failure != null) ? failure : new IllegalStateException("Redis returned nothing"));
				return;
			}
			T read;
			try {
				read = this.reader.read(result);
			}
			catch (RuntimeException | Error ex) {
				fail(ex);
				return;
			}
			complete(read);
		}

		private void refused(Throwable failure) {
			try {
				if (this.connection != null && Failures.isOfReplica(failure)) {
					ScriptCalls.this.connections.leaveReplica(this.connection);
				}
				else if (this.connection != null && Failures.isOfSeveralSlots(failure)) {
					scripts(this.connection).takesOneSlotOnly();
				}
				else if (Failures.isClusterDown(failure)) {
					ScriptCalls.this.connections.topology().refresh();
				}
			}
			finally {
				fail(failure);
			}
		}

		void fail(Throwable failure) {
			this.reader.failed();
			boolean routed = this.connection instanceof StatefulRedisClusterConnection<?, ?>;
			completeExceptionally(Failures.translate(routed ? failure : Failures.ofOnlyServer(failure), this.record));
		}

	}

}
