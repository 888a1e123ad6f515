package io.github.lockstarter.store.redis.command;

import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.github.lockstarter.containment.FailureIsolation;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.internal.ExceptionFactory;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.CompleteableCommand;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import org.jspecify.annotations.Nullable;

/**
 * One run of a script. Its texts are written directly, and who waits for its end is
 * called directly: Lettuce would create several objects for each, and locks send nothing
 * else. It ends once, whatever comes first. Thread-safe.
 *
 * @param <R> what it returns
 */
final class ScriptCommand<R> extends Command<String, String, R>
		implements CompleteableCommand<R>, InFlightCommands.Sent {

	private static final byte[] LINE_END = { '\r', '\n' };

	private final String script;

	private final String[] keys;

	private final String[] arguments;

	private final Joining joining;

	private final long createdAt = System.nanoTime();

	/** The one before it in a burst that is not sent yet. */
	private @Nullable ScriptCommand<?> before;

	/** Watch over the command. */
	private @Nullable InFlightCommands inFlight;

	private @Nullable BiConsumer<@Nullable R, @Nullable Throwable> done;

	/** Callback of Lettuce for its end. */
	private @Nullable BiConsumer<? super @Nullable R, @Nullable Throwable> action;

	/**
	 * Create a command that is not sent yet.
	 * @param type EVAL or EVALSHA
	 * @param script the script itself or its digest
	 */
	ScriptCommand(CommandType type, CommandOutput<String, String, R> output, String script, String[] keys,
			String[] arguments) {
		this(type, output, script, keys, arguments, Joining.NONE);
	}

	/**
	 * Create a command that may be joined with others.
	 * @param joining what of it is then sent
	 */
	ScriptCommand(CommandType type, CommandOutput<String, String, R> output, String script, String[] keys,
			String[] arguments, Joining joining) {
		super(type, output);
		this.joining = joining;
		this.script = script;
		this.keys = keys;
		this.arguments = arguments;
	}

	@Override
	public void encode(ByteBuf target) {
		target.writeByte('*');
		writeNumber(target, 3 + this.keys.length + this.arguments.length);
		target.writeBytes(LINE_END);
		write(target, getType().toString());
		write(target, this.script);
		write(target, (this.keys.length == 1) ? "1" : Integer.toString(this.keys.length));
		for (String key : this.keys) {
			write(target, key);
		}
		for (String argument : this.arguments) {
			write(target, argument);
		}
	}

	private static void write(ByteBuf target, String text) {
		target.writeByte('$');
		writeNumber(target, ByteBufUtil.utf8Bytes(text));
		target.writeBytes(LINE_END);
		ByteBufUtil.writeUtf8(target, text);
		target.writeBytes(LINE_END);
	}

	private static void writeNumber(ByteBuf target, int number) {
		int unit = 1;
		while (number / unit > 9) {
			unit *= 10;
		}
		for (; unit > 0; unit /= 10) {
			target.writeByte('0' + number / unit % 10);
		}
	}

	/** For tracing. */
	@Override
	public CommandArgs<String, String> getArgs() {
		return new CommandArgs<>(StringCodec.UTF8).add(this.script)
			.add(this.keys.length)
			.addKeys(this.keys)
			.addValues(this.arguments);
	}

	/** Whether it may be joined with another, or with others at all. */
	boolean mayJoin(ScriptCommand<?> first) {
		return this.joining != Joining.NONE && !isDone() && first.joining != Joining.NONE
				&& channels().equals(first.channels());
	}

	/** The record of its lock, if it may be joined. */
	String key() {
		return this.keys[0];
	}

	/** The channel prefix, which all that are joined have in common. */
	String channels() {
		return this.arguments[1];
	}

	/** Way in which it is joined with others, as {@code burst.lua} knows it. */
	Joining joining() {
		return this.joining;
	}

	/** Write the arguments that it needs when it is joined. */
	int copyTo(String[] joined, int at) {
		joined[at] = this.arguments[0];
		int copied = this.joining.arguments() - 1;
		System.arraycopy(this.arguments, 2, joined, at + 1, copied);
		return copied + 1;
	}

	/** Set the one before it in a burst, until that is taken to be sent. */
	void setBefore(@Nullable ScriptCommand<?> before) {
		this.before = before;
	}

	@Nullable ScriptCommand<?> takeBefore() {
		ScriptCommand<?> taken = this.before;
		this.before = null;
		return taken;
	}

	@Override
	public long sentAt() {
		return this.createdAt;
	}

	@Override
	public void complete() {
		CommandOutput<String, String, R> answer = getOutput();
		end(ST_COMPLETED, answer.hasError() ? ExceptionFactory.createExecutionException(answer.getError()) : null);
	}

	@Override
	public boolean completeExceptionally(Throwable failure) {
		return end(ST_COMPLETED, failure);
	}

	@Override
	public void cancel() {
		end(ST_CANCELLED, new CancellationException());
	}

	private boolean end(byte how, @Nullable Throwable failure) {
		synchronized (this) {
			if (isDone()) {
				return false;
			}
			if (failure != null) {
				super.completeExceptionally(failure);
			}
			this.status = how;
		}
		if (this.done != null) {
			tell(this.inFlight, this.done);
		}
		if (this.action != null) {
			tell(null, this.action);
		}
		return true;
	}

	/**
	 * Set what to do when it has ended.
	 * @param inFlight told first
	 * @param done called with the result or the failure
	 */
	void follow(InFlightCommands inFlight, BiConsumer<@Nullable R, @Nullable Throwable> done) {
		synchronized (this) {
			if (!isDone()) {
				this.inFlight = inFlight;
				this.done = done;
				return;
			}
		}
		tell(inFlight, done);
	}

	@Override
	public void onComplete(BiConsumer<? super R, Throwable> action) {
		synchronized (this) {
			if (!isDone()) {
				BiConsumer<? super @Nullable R, @Nullable Throwable> before = this.action;
				this.action = (before == null) ? action : (result, failure) -> {
					before.accept(result, failure);
					action.accept(result, failure);
				};
				return;
			}
		}
		tell(null, action);
	}

	@Override
	public void onComplete(Consumer<? super R> action) {
		onComplete((result, failure) -> {
			if (failure == null) {
				action.accept(result);
			}
		});
	}

	/** Lettuce's threads would take what it throws for a failure of the connection. */
	private void tell(@Nullable InFlightCommands follower, BiConsumer<? super @Nullable R, @Nullable Throwable> told) {
		Throwable failure = this.exception;
		try {
			if (follower != null) {
				follower.ended(this, failure);
			}
			told.accept((failure == null) ? get() : null, failure);
		}
		catch (Throwable ex) {
			FailureIsolation.report("Reading what a script returned", ex);
		}
	}

	/** Ways in which a script is joined with others. */
	enum Joining {

		/** It is always sent alone. */
		NONE(' ', 0),

		/** An acquisition. */
		ACQUIRE('a', 4),

		/** A release of what may be forgotten. */
		RELEASE('r', 2);

		private final char letter;

		private final int arguments;

		Joining(char letter, int arguments) {
			this.letter = letter;
			this.arguments = arguments;
		}

		/** Letter of the kind in {@code burst.lua}. */
		char letter() {
			return this.letter;
		}

		/** The number of arguments that it needs there. */
		int arguments() {
			return this.arguments;
		}

	}

}
