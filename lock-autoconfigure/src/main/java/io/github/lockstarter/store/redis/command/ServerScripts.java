package io.github.lockstarter.store.redis.command;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

import io.github.lockstarter.store.Contained;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The texts of the scripts on one connection. A grant has to name the server whose clock
 * it uses. A single server is asked once for its id, by a script, since it may not permit
 * that to scripts; the id is then written into the scripts. In all other cases, each
 * script that needs the id asks for it.
 */
public final class ServerScripts {

	private static final Log logger = LogFactory.getLog(ServerScripts.class);

	/** Scripts that ask for the server themselves. */
	public static final ServerScripts ASKING = new ServerScripts("");

	private static final String QUESTION = "return string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')";

	private static final Pattern ID = Pattern.compile("\\w+");

	private static final long LIMIT_MILLIS = 500;

	private final String id;

	private final Map<Script<?>, Script.Text> texts = new ConcurrentHashMap<>();

	private ServerScripts(String id) {
		this.id = id;
	}

	/**
	 * Ask the server of a connection, on a thread that may block.
	 */
	static ServerScripts of(StatefulRedisConnection<String, String> connection) {
		return new ServerScripts(id(connection));
	}

	private static String id(StatefulRedisConnection<String, String> connection) {
		try {
			String told = connection.async()
				.<String>eval(QUESTION, ScriptOutputType.VALUE, new String[0])
				.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
			return (told != null && ID.matcher(told).matches()) ? told : "";
		}
		catch (ExecutionException | TimeoutException ex) {
			Contained.run("A message",
					() -> logger.debug("Redis did not report its id; scripts ask for it when they need it", ex));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return "";
	}

	Script.Text text(Script<?> script) {
		Script.Text known = this.texts.get(script);
		return (known != null) ? known : this.texts.computeIfAbsent(script, (asked) -> asked.text(this.id));
	}

}
