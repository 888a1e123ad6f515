package io.github.lockstarter.store.redis.acknowledgement;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;

import io.github.lockstarter.store.redis.command.InFlightCommands;
import io.github.lockstarter.store.redis.command.LoadedScripts;
import io.github.lockstarter.store.redis.command.Script;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
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

	private final CompletableFuture<T> answer;

	/** Sends the script to another node, or {@code null} if it was sent there. */
	private final @Nullable BiConsumer<AcknowledgedScript<R, T>, RedisURI> redirection;

	/** Whether the slot is still moving to the server that it is sent to. */
	private final boolean moving;

	private volatile @Nullable T unacknowledged;

	/** Server to which it is sent; {@code null} if there is no other. */
	private volatile @Nullable RedisURI node;

	private volatile boolean redirected;

	/**
	 * Create a call that is not sent yet.
	 * @param needed whether an answer needs acknowledgements at all
	 * @param redirection sends the script to the node at an address, to which a slot
	 * moves or has moved
	 */
	AcknowledgedScript(Script<R> script, String record, String[] keys, String[] arguments, Function<R, T> reader,
			Predicate<T> needed, BiConsumer<AcknowledgedScript<R, T>, RedisURI> redirection) {
		this(script, record, keys, arguments, reader, needed, redirection, false, new CompletableFuture<>());
	}

	private AcknowledgedScript(Script<R> script, String record, String[] keys, String[] arguments,
			Function<R, T> reader, Predicate<T> needed,
			@Nullable BiConsumer<AcknowledgedScript<R, T>, RedisURI> redirection, boolean moving,
			CompletableFuture<T> answer) {
		this.script = script;
		this.record = record;
		this.keys = keys;
		this.arguments = arguments;
		this.reader = reader;
		this.needed = needed;
		this.redirection = redirection;
		this.moving = moving;
		this.answer = answer;
	}

	CompletableFuture<T> answer() {
		return this.answer;
	}

	/** Send it to the node at an address, or to the only server. */
	void send(StatefulRedisConnection<String, String> connection, @Nullable RedisURI node, InFlightCommands inFlight) {
		this.node = node;
		send(CommandType.EVALSHA, connection, inFlight, (result, failure) -> {
			if (Script.isMissing(failure)) {
				send(CommandType.EVAL, connection, inFlight, this::answered);
			}
			else {
				answered(result, failure);
			}
		});
	}

	private void send(CommandType how, StatefulRedisConnection<String, String> connection, InFlightCommands inFlight,
			BiConsumer<@Nullable R, @Nullable Throwable> done) {
		try {
			this.script.send(how, this.moving, connection, LoadedScripts.ASKING, inFlight, this.keys, this.arguments,
					done);
		}
		catch (RuntimeException | Error ex) {
			fail(ex);
		}
	}

	private void answered(@Nullable R result, @Nullable Throwable failure) {
		RedisURI sentTo = this.node;
		RedisURI elsewhere = (failure != null && sentTo != null) ? RedisErrors.redirectedTo(failure, sentTo) : null;
		if (failure != null && elsewhere != null && this.redirection != null) {
			redirect(this.redirection, elsewhere, RedisErrors.isMoving(failure));
			return;
		}
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

	/** Once only: the other node knows whether it has the key. */
	private void redirect(BiConsumer<AcknowledgedScript<R, T>, RedisURI> redirection, RedisURI elsewhere,
			boolean moving) {
		AcknowledgedScript<R, T> there = new AcknowledgedScript<>(this.script, this.record, this.keys, this.arguments,
				this.reader, this.needed, null, moving, this.answer);
		this.redirected = true;
		try {
			redirection.accept(there, elsewhere);
		}
		catch (RuntimeException | Error ex) {
			there.fail(ex);
		}
	}

	/**
	 * Replicas have what was written on the connection before they were asked.
	 * @return whether that includes this script, which comes later if it had to be sent
	 * in full; also if it was sent elsewhere
	 */
	boolean acknowledge() {
		T read = this.unacknowledged;
		if (read != null) {
			this.answer.complete(read);
		}
		return this.redirected || this.answer.isDone();
	}

	void fail(Throwable failure) {
		if (this.redirected) {
			return;
		}
		this.answer.completeExceptionally(RedisErrors.translate(failure, this.record));
	}

}
