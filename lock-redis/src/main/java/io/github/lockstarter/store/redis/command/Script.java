package io.github.lockstarter.store.redis.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.store.redis.command.ScriptCommand.Joining;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.Base16;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

/**
 * The Lua scripts, each made of several files.
 *
 * @param <R> what it returns
 */
public final class Script<R> {

	/** Acquire a lock, or queue for it. */
	public static final Script<String> ACQUIRE = text("layout", "acquire-free", "head", "acquire-usual", "read",
			"common", "contended", "acquire-contended", "record", "acquiring", "acquire");

	/** Acquire a lock on one of several servers that have to agree. */
	public static final Script<String> VOTE = text("layout", "head", "read", "common", "record", "acquiring", "vote");

	/** Acquire many locks that are free. */
	public static final Script<List<Object>> ACQUIRE_FREE_MANY = list("layout", "acquire-free", "acquire-free-many");

	/** Acquire a share of a lock, or queue for it. */
	public static final Script<String> SHARE = text("layout", "head", "read", "common", "record", "acquiring",
			"acquire");

	/** Ask again for many locks that are waited for. */
	public static final Script<List<Object>> ACQUIRE_MANY = list("layout", "acquire-many");

	/** Release a lock. */
	public static final Script<String> RELEASE = text("layout", "release-held", "head", "read", "release-usual",
			"common", "contended", "release-contended", "record", "releasing", "release");

	/** Release many locks that nobody waits for. */
	public static final Script<List<Object>> RELEASE_HELD_MANY = list("layout", "release-held", "release-held-many");

	/** Release a lock, and acquire it again or queue for it. */
	public static final Script<String> REQUEUE = text("layout", "head", "read", "common", "contended",
			"requeue-contended", "record", "releasing", "acquiring", "requeue");

	/** End the hold of another. */
	public static final Script<String> FORCE_RELEASE = text("layout", "head", "read", "common", "record",
			"force-release");

	/** Renew a lease. */
	public static final Script<String> RENEW = text("layout", "head", "read", "common", "record", "renew");

	/** Renew many leases. */
	public static final Script<List<Object>> RENEW_MANY = list("layout", "renew-many");

	/** Read the holders of a lock. */
	public static final Script<List<Object>> INSPECT = list("layout", "head", "read", "common", "record", "inspect");

	/** Acquire and release locks that several threads ask for at the same moment. */
	static final String BURST = read("layout", "acquire-free", "release-held")
			+ function("acquire_lock",
					read("head", "read", "common", "contended", "acquire-contended", "record", "acquiring", "acquire"))
			+ function("release_lock",
					read("head", "read", "common", "contended", "release-contended", "record", "releasing", "release"))
			+ read("burst");

	private final Supplier<CommandOutput<String, String, R>> output;

	private final String parts;

	private Script(Supplier<CommandOutput<String, String, R>> output, String... parts) {
		this.output = output;
		this.parts = read(parts);
	}

	/**
	 * Read the files now. The first thread to use a script may be one that must not
	 * block.
	 */
	static void load() {
		// done by loading the class
	}

	private static Script<String> text(String... parts) {
		return new Script<>(() -> new ValueOutput<>(StringCodec.UTF8), parts);
	}

	private static Script<List<Object>> list(String... parts) {
		return new Script<>(() -> new NestedMultiOutput<>(StringCodec.UTF8), parts);
	}

	static String function(String name, String body) {
		return "local function " + name + "(KEYS, ARGV)\n" + body + "end\n\n";
	}

	private static String read(String... parts) {
		return Stream.of(parts).map(Script::readPart).collect(Collectors.joining());
	}

	static String readPart(String name) {
		String path = "/META-INF/lock-starter/" + name + ".lua";
		try (InputStream file = Script.class.getResourceAsStream(path)) {
			if (file == null) {
				throw new IllegalStateException("The script '" + path + "' is missing on the class path.");
			}
			return new String(file.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * The script for a server.
	 * @param server the id of the server; empty if the script has to ask for it
	 */
	Text text(String server) {
		return text(server, this.parts);
	}

	static Text text(String server, String parts) {
		String source = "local server_id = '" + server + "'\n" + parts;
		return new Text(source, Base16.digest(source.getBytes(StandardCharsets.UTF_8)));
	}

	/**
	 * Send the script.
	 * @param how EVALSHA, by its digest, which the server may {@linkplain #isMissing not
	 * know}; or EVAL, in full, which leaves it on the server
	 * @param asking whether the slot of the keys is still moving to that node
	 * @param texts the texts of the scripts on that connection
	 * @param done called with the result or the failure
	 */
	public void send(CommandType how, boolean asking, StatefulConnection<String, String> connection,
			LoadedScripts texts, InFlightCommands inFlight, String[] keys, String[] arguments,
			BiConsumer<@Nullable R, @Nullable Throwable> done) {
		Text text = texts.text(this);
		ScriptCommand<R> command = new ScriptCommand<>(how, this.output.get(), text.sent(how), keys, arguments,
				(how == CommandType.EVALSHA) ? joining(arguments) : Joining.NONE);
		if (asking) {
			inFlight.sendAsking(connection, texts.coalescer(), command, done);
		}
		else {
			inFlight.send(connection, texts.coalescer(), command, done);
		}
	}

	private Joining joining(String[] arguments) {
		if (this == ACQUIRE) {
			return Joining.ACQUIRE;
		}
		return (this == RELEASE && ScriptArguments.isWithoutMark(arguments)) ? Joining.RELEASE : Joining.NONE;
	}

	/** Whether the server does not have the script, so that it has to be sent in full. */
	public static boolean isMissing(@Nullable Throwable failure) {
		return failure != null && RedisErrors.unwrap(failure) instanceof RedisNoScriptException;
	}

	/**
	 * A script as it is sent.
	 */
	record Text(String source, String digest) {

		String sent(CommandType how) {
			return (how == CommandType.EVAL) ? this.source : this.digest;
		}

	}

}
