package io.github.lockstarter.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.Base16;

/**
 * The Lua scripts, each of which is some files that stand one after the other.
 */
enum Script {

	ACQUIRE("record", "acquiring", "acquire"),

	RENEW("record", "renew"),

	RENEW_MANY("renew-many"),

	RELEASE("record", "releasing", "release"),

	REQUEUE("record", "releasing", "acquiring", "requeue"),

	INSPECT("record", "inspect");

	private final String source;

	private final String digest;

	Script(String... parts) {
		this.source = Stream.of(parts).map(Script::read).collect(Collectors.joining());
		this.digest = Base16.digest(this.source.getBytes(StandardCharsets.UTF_8));
	}

	private static String read(String name) {
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
	 * Run the script by its digest; if the server does not have it, in full, which leaves
	 * it there.
	 */
	CompletionStage<List<Object>> run(RedisClusterAsyncCommands<String, String> commands, String[] keys,
			String[] arguments) {
		CompletionStage<List<Object>> byDigest = commands.evalsha(this.digest, ScriptOutputType.MULTI, keys, arguments);
		return byDigest.exceptionallyCompose((failure) -> {
			if (unwrap(failure) instanceof RedisNoScriptException) {
				return commands.eval(this.source, ScriptOutputType.MULTI, keys, arguments);
			}
			throw new CompletionException(unwrap(failure));
		});
	}

	private static Throwable unwrap(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

}
