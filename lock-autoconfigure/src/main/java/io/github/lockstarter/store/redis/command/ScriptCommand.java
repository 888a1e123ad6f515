package io.github.lockstarter.store.redis.command;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/**
 * One run of a script. Its texts are written directly: Lettuce would create several
 * objects for each, and locks send nothing else.
 *
 * @param <R> what it returns
 */
final class ScriptCommand<R> extends Command<String, String, R> {

	private static final byte[] LINE_END = { '\r', '\n' };

	private final String script;

	private final String[] keys;

	private final String[] arguments;

	/**
	 * Create a command that is not sent yet.
	 * @param type EVAL or EVALSHA
	 * @param script the script itself or its digest
	 */
	ScriptCommand(CommandType type, CommandOutput<String, String, R> output, String script, String[] keys,
			String[] arguments) {
		super(type, output);
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
		if (number > 9) {
			writeNumber(target, number / 10);
		}
		target.writeByte('0' + number % 10);
	}

	/** For a Cluster, which needs the slot, and for tracing. */
	@Override
	public CommandArgs<String, String> getArgs() {
		return new CommandArgs<>(StringCodec.UTF8).add(this.script)
			.add(this.keys.length)
			.addKeys(this.keys)
			.addValues(this.arguments);
	}

}
