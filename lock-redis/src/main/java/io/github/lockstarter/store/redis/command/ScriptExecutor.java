package io.github.lockstarter.store.redis.command;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

import io.github.lockstarter.store.redis.connection.RedisErrors;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts on the current connection: by their digests; in full if the server does
 * not have them. If it has lost them, after a restart for example, only one of the calls
 * that are under way is repeated in full: the others are repeated by the digest behind
 * it. Each call uses as few futures as possible, since every lock needs calls.
 */
public final class ScriptExecutor {

	/** While slots move, a second may follow the first. */
	private static final int MOST_REDIRECTIONS = 5;

	private final Connections connections;

	/**
	 * Create this without a call.
	 * @param connections supplies the connection to run them on
	 */
	public ScriptExecutor(Connections connections) {
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
		call.sendTo(this.connections.server(record));
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

		private @Nullable CommandServer server;

		private @Nullable StatefulRedisConnection<String, String> connection;

		/** Number of times it may still be sent to another node of a Cluster. */
		private int redirections = MOST_REDIRECTIONS;

		/** Whether the slot is still moving to the node that it is sent to. */
		private boolean moving;

		private CommandType how = CommandType.EVALSHA;

		private boolean repeated;

		Call(Script<R> script, String record, String[] keys, String[] arguments, AnswerReader<R, T> reader) {
			this.script = script;
			this.record = record;
			this.keys = keys;
			this.arguments = arguments;
			this.reader = reader;
		}

		void sendTo(CompletableFuture<CommandServer> servers) {
			if (servers.isDone() && !servers.isCompletedExceptionally()) {
				sendTo(servers.join());
			}
			else {
				servers.whenComplete((found, failure) -> {
					if (failure != null) {
						fail(failure);
					}
					else {
						sendTo(found);
					}
				});
			}
		}

		private void sendTo(CommandServer server) {
			this.server = server;
			CompletableFuture<StatefulRedisConnection<String, String>> connections = server.connection();
			if (connections.isDone() && !connections.isCompletedExceptionally()) {
				send(server, connections.join());
			}
			else {
				connections.whenComplete((opened, failure) -> {
					if (failure != null) {
						// another node may serve the slot
						ScriptExecutor.this.connections.topology().refresh();
						fail(failure);
					}
					else {
						send(server, opened);
					}
				});
			}
		}

		private void send(CommandServer server, StatefulRedisConnection<String, String> connection) {
			this.connection = connection;
			try {
				this.script.send(this.how, this.moving, connection, server.scripts(connection), server.inFlight(),
						this.keys, this.arguments, this);
			}
			catch (RuntimeException | Error ex) {
				// whoever calls this would swallow it
				accept(null, ex);
			}
		}

		@Override
		public void accept(@Nullable R result, @Nullable Throwable failure) {
			CommandServer asked = this.server;
			StatefulRedisConnection<String, String> sentTo = this.connection;
			if (asked == null || sentTo == null) {
				answered(result, failure);
			}
			else if (failure != null && this.how == CommandType.EVALSHA && Script.isMissing(failure)) {
				repeat(asked, sentTo);
			}
			else if (failure != null && !RedisErrors.isAnswer(failure) && asked.wasSilent(sentTo)) {
				sendAgain(() -> ScriptExecutor.this.connections.server(this.record));
			}
			else {
				if (this.how == CommandType.EVAL) {
					asked.scripts(sentTo).scriptLoaded(this.script);
				}
				RedisURI elsewhere = (failure != null && asked.node() != null && this.redirections > 0)
						? RedisErrors.redirectedTo(failure, asked.node()) : null;
				if (failure != null && elsewhere != null) {
					redirect(elsewhere, RedisErrors.isMoving(failure));
				}
				else {
					answered(result, failure);
				}
			}
		}

		private void sendAgain(Supplier<CompletableFuture<CommandServer>> servers) {
			try {
				sendTo(servers.get());
			}
			catch (RuntimeException | Error ex) {
				// the thread's stack is too deep
				fail(ex);
			}
		}

		private void redirect(RedisURI elsewhere, boolean moving) {
			this.redirections--;
			this.moving = moving;
			this.how = CommandType.EVALSHA;
			this.repeated = false;
			ScriptExecutor.this.connections.topology().refresh();
			sendAgain(() -> ScriptExecutor.this.connections.server(elsewhere));
		}

		private void repeat(CommandServer server, StatefulRedisConnection<String, String> connection) {
			boolean inFull = this.repeated || server.scripts(connection).isFirstToMiss(this.script);
			this.how = inFull ? CommandType.EVAL : CommandType.EVALSHA;
			this.repeated = true;
			send(server, connection);
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
				if (this.server != null && this.connection != null && RedisErrors.isOfReplica(failure)) {
					this.server.leaveReplica(this.connection);
				}
				else if (this.server != null && this.connection != null && RedisErrors.isOfSeveralSlots(failure)) {
					this.server.scripts(this.connection).takesOneSlotOnly();
				}
				else if (RedisErrors.isOfWrongNode(failure)) {
					ScriptExecutor.this.connections.topology().refresh();
				}
			}
			finally {
				fail(failure);
			}
		}

		void fail(Throwable failure) {
			this.reader.failed();
			boolean node = this.server != null && this.server.node() != null;
			completeExceptionally(
					RedisErrors.translate(node ? failure : RedisErrors.ofOnlyServer(failure), this.record));
		}

	}

}
