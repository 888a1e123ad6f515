package io.github.lockstarter.store.redis.acknowledgement;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;

import io.github.lockstarter.store.redis.command.InFlightCommands;
import io.github.lockstarter.store.redis.command.Script;
import io.github.lockstarter.store.redis.command.ServerScripts;
import io.github.lockstarter.store.redis.connection.Failures;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

/**
 * A call of a script whose answer counts only once replicas have what it wrote.
 *
 * @param <R> what the script returns
 * @param <T> the type of the answer
 */
final class AcknowledgedScript<R, T> {

	private final Script<R> script;

	private final String record;

	private final String[] keys;

	private final String[] arguments;

	private final Function<R, T> reader;

	private final Predicate<T> needed;

	private final CompletableFuture<T> answer = new CompletableFuture<>();

	private volatile @Nullable T unacknowledged;

	/**
	 * Create a call that is not sent yet.
	 * @param needed whether an answer needs acknowledgements at all
	 */
	AcknowledgedScript(Script<R> script, String record, String[] keys, String[] arguments, Function<R, T> reader,
			Predicate<T> needed) {
		this.script = script;
		this.record = record;
		this.keys = keys;
		this.arguments = arguments;
		this.reader = reader;
		this.needed = needed;
	}

	CompletableFuture<T> answer() {
		return this.answer;
	}

	void send(StatefulConnection<String, String> connection, InFlightCommands inFlight) {
		send(CommandType.EVALSHA, connection, inFlight, (result, failure) -> {
			if (Script.isMissing(failure)) {
				send(CommandType.EVAL, connection, inFlight, this::answered);
			}
			else {
				answered(result, failure);
			}
		});
	}

	private void send(CommandType how, StatefulConnection<String, String> connection, InFlightCommands inFlight,
			BiConsumer<@Nullable R, @Nullable Throwable> done) {
		try {
			this.script.send(how, connection, ServerScripts.ASKING, inFlight, this.keys, this.arguments, done);
		}
		catch (RuntimeException | Error ex) {
			fail(ex);
		}
	}

	private void answered(@Nullable R result, @Nullable Throwable failure) {
		if (result == null) {
			fail((failure != null) ? failure : new IllegalStateException("Redis returned nothing"));
			return;
		}
		try {
			T read = this.reader.apply(result);
			if (this.needed.test(read)) {
				this.unacknowledged = read;
			}
			else {
				this.answer.complete(read);
			}
		}
		catch (RuntimeException | Error ex) {
			fail(ex);
		}
	}

	/**
	 * Replicas have what was written on the connection before they were asked.
	 * @return whether that includes this script, which comes later if it had to be sent
	 * in full
	 */
	boolean acknowledge() {
		T read = this.unacknowledged;
		if (read != null) {
			this.answer.complete(read);
		}
		return this.answer.isDone();
	}

	void fail(Throwable failure) {
		this.answer.completeExceptionally(Failures.translate(failure, this.record));
	}

}
