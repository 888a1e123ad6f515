package io.github.lockstarter.store.redis.command;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

import io.github.lockstarter.store.redis.connection.DebouncedTask;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;

/**
 * The commands that Redis has not answered yet. A command that has waited for too long is
 * cancelled, so that it is repeated, perhaps elsewhere. If none is answered any more
 * although the connection is open, for example because the host of the server has died,
 * the silence is reported: TCP would notice after some fifteen minutes. One task watches
 * all this, only while there is something to watch.
 */
public final class InFlightCommands {

	private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

	/** A healthy server answers sooner. */
	private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	private final long longestNanos;

	private final Runnable whenSilent;

	private final Runnable whenInDoubt;

	/** Moment at which the first command since the last answer was sent, or 0. */
	private volatile long silentSince;

	private final Set<Sent> commands = ConcurrentHashMap.newKeySet();

	private final DebouncedTask next;

	/**
	 * Create this without commands.
	 * @param timer runs the checks
	 * @param longest how long a command may wait for its answer, and all of them for any
	 * @param whenSilent run when none was answered for that long
	 * @param whenInDoubt run when a command takes long, or fails without an answer: it
	 * may have gone to the wrong server
	 */
	public InFlightCommands(SessionTimer timer, Duration longest, Runnable whenSilent, Runnable whenInDoubt) {
		this.next = new DebouncedTask(timer, this::look);
		this.longestNanos = longest.toNanos();
		this.whenSilent = whenSilent;
		this.whenInDoubt = whenInDoubt;
	}

	/**
	 * Follow a command that was sent. Lettuce forgets one that is written at the very
	 * moment at which its connection is closed: it is cancelled at once.
	 */
	public <R> void follow(StatefulConnection<?, ?> connection, RedisFuture<R> command,
			BiConsumer<@Nullable R, @Nullable Throwable> done) {
		Sent sent = new SentFuture(command);
		begin(sent);
		command.whenComplete((result, failure) -> {
			ended(sent, failure);
			done.accept(result, failure);
		});
		cancelIfClosed(sent, connection);
	}

	/**
	 * Follow a command that was sent.
	 * @return the command
	 */
	public <R> RedisFuture<R> follow(StatefulConnection<?, ?> connection, RedisFuture<R> command) {
		follow(connection, command, (result, failure) -> {
		});
		return command;
	}

	/**
	 * Send a script, and follow it.
	 * @param coalescer sends it; null to send it at once
	 */
	<R> void send(StatefulConnection<String, String> connection, @Nullable WriteCoalescer coalescer,
			ScriptCommand<R> command, BiConsumer<@Nullable R, @Nullable Throwable> done) {
		if (coalescer != null) {
			coalescer.add(command);
		}
		else {
			connection.dispatch(command);
		}
		begin(command);
		command.follow(this, done);
		cancelIfClosed(command, connection);
	}

	/**
	 * Send a script to a node to which the slot of its keys is still moving.
	 * @param coalescer sends it behind its permission, with nothing of another thread
	 * between them; null to send it at once
	 */
	<R> void sendAsking(StatefulConnection<String, String> connection, @Nullable WriteCoalescer coalescer,
			ScriptCommand<R> command, BiConsumer<@Nullable R, @Nullable Throwable> done) {
		List<RedisCommand<String, String, ?>> both = List
			.of(new AsyncCommand<>(new Command<>(CommandType.ASKING, new StatusOutput<>(StringCodec.UTF8))), command);
		if (coalescer != null) {
			coalescer.run(() -> connection.dispatch(both));
		}
		else {
			connection.dispatch(both);
		}
		begin(command);
		command.follow(this, done);
		cancelIfClosed(command, connection);
	}

	private void begin(Sent sent) {
		if (this.silentSince == 0) {
			this.silentSince = System.nanoTime() | 1;
		}
		this.commands.add(sent);
		this.next.in(Math.min(LOOK_NANOS, this.longestNanos));
	}

	/** A command was answered or given up. */
	void ended(Sent sent, @Nullable Throwable failure) {
		this.commands.remove(sent);
		if (failure == null || RedisErrors.isAnswer(failure)) {
			endSilence();
		}
		else {
			this.whenInDoubt.run();
		}
	}

	/**
	 * Note that something was answered, or that the connection is known to be lost.
	 */
	void endSilence() {
		this.silentSince = 0;
	}

	/**
	 * Whether any command is not answered yet.
	 */
	boolean areAny() {
		return !this.commands.isEmpty();
	}

	/**
	 * Whether nothing has been answered for so long although a command was sent.
	 */
	boolean isSilentFor(long nanos) {
		return silentNanos() > nanos;
	}

	private long silentNanos() {
		long began = this.silentSince;
		return (began != 0) ? System.nanoTime() - began : 0;
	}

	private static void cancelIfClosed(Sent sent, StatefulConnection<?, ?> connection) {
		if (!connection.isOpen()) {
			sent.cancel();
		}
	}

	private void look() {
		try {
			if (isSilentFor(this.longestNanos)) {
				endSilence();
				this.whenSilent.run();
			}
			else {
				cancelOverdue();
			}
		}
		finally {
			if (this.silentSince != 0 || !this.commands.isEmpty()) {
				this.next.in(Math.min(LOOK_NANOS, Math.max(this.longestNanos - silentNanos(), 0) + 1));
			}
		}
	}

	private void cancelOverdue() {
		List<Sent> slow = olderThan(SLOW_NANOS);
		if (!slow.isEmpty()) {
			this.whenInDoubt.run();
			cancel(olderThan(this.longestNanos));
		}
	}

	/**
	 * Note that commands go to another server now: those that might already have been
	 * answered went to the wrong one.
	 */
	public void cancelSlow() {
		cancel(olderThan(SLOW_NANOS));
	}

	private static void cancel(List<Sent> commands) {
		commands.forEach(Sent::cancel);
	}

	private List<Sent> olderThan(long nanos) {
		long now = System.nanoTime();
		return this.commands.stream().filter((sent) -> now - sent.sentAt() > nanos).toList();
	}

	/** A command that was sent. */
	interface Sent {

		/** Moment at which it was sent, on the monotonic clock. */
		long sentAt();

		/** Wait for it no more. */
		void cancel();

	}

	private static final class SentFuture implements Sent {

		private final Future<?> command;

		private final long at = System.nanoTime();

		SentFuture(Future<?> command) {
			this.command = command;
		}

		@Override
		public long sentAt() {
			return this.at;
		}

		@Override
		public void cancel() {
			this.command.cancel(false);
		}

	}

}
