package io.github.lockstarter.store.redis.command;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.lockstarter.containment.BackgroundLog;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.channel.EventLoop;
import io.netty.util.internal.ThreadExecutorMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The texts of the scripts on one connection, and how they are sent there. A grant has to
 * name the server whose clock it uses. A connection is asked once for the id of its
 * server, by scripts with different keys, since scripts may not be permitted to find it
 * out, and a proxy may spread keys over several servers without a word. If all answers
 * are the same, the id is written into the scripts, and a script may name several keys.
 * In all other cases, each script that needs the id asks for it. The thread on which the
 * answers arrive is the one that writes to the connection, and coalesces scripts.
 */
public final class LoadedScripts {

	private static final Logger logger = LoggerFactory.getLogger(LoadedScripts.class);

	/** Scripts that ask for the server themselves, and are sent at once. */
	public static final LoadedScripts ASKING = new LoadedScripts("", false, null);

	private static final String QUESTION = "local info = redis.pcall('INFO', 'server');"
			+ " return type(info) == 'string' and string.match(info, 'run_id:(%w+)') or ''";

	private static final Pattern ID = Pattern.compile("\\w+");

	/** Chance would hardly lead so many keys past a server that has some of them. */
	private static final int QUESTIONS = 32;

	private final String id;

	private volatile boolean single;

	private final @Nullable WriteCoalescer coalescer;

	private final Map<Script<?>, Script.Text> texts = new ConcurrentHashMap<>();

	/** Scripts that the server does not have, and that are being sent in full. */
	private final Set<Script<?>> missing = ConcurrentHashMap.newKeySet();

	private LoadedScripts(String id, boolean single, @Nullable WriteCoalescer coalescer) {
		this.id = id;
		this.single = single;
		this.coalescer = coalescer;
	}

	/**
	 * Ask the server of a connection. A proxy in front of several servers sends each
	 * question to the server of its key.
	 * @param keyPrefix the prefix of the keys that may be named
	 * @return completed with its scripts when it answers
	 */
	static CompletableFuture<LoadedScripts> of(StatefulRedisConnection<String, String> connection, String keyPrefix) {
		return of(connection, true,
				IntStream.range(0, QUESTIONS).mapToObj((number) -> question(keyPrefix + number + ":server")).toList());
	}

	/**
	 * Ask a node of a Cluster, which runs no script for locks of several slots.
	 */
	static CompletableFuture<LoadedScripts> ofNode(StatefulRedisConnection<String, String> connection) {
		return of(connection, false, List.of(question()));
	}

	private static CompletableFuture<LoadedScripts> of(StatefulRedisConnection<String, String> connection,
			boolean single, List<AsyncCommand<String, String, String>> questions) {
		// before they are sent, since this has to run on the thread that receives the
		// answers
		CompletableFuture<LoadedScripts> scripts = CompletableFuture
			.allOf(questions.toArray(CompletableFuture<?>[]::new))
			.handle((nothing, failure) -> known(connection, single, id(questions, failure)));
		connection.dispatch(List.<RedisCommand<String, String, ?>>copyOf(questions));
		return scripts;
	}

	private static AsyncCommand<String, String, String> question(String... keys) {
		return new AsyncCommand<>(new Command<>(CommandType.EVAL, new ValueOutput<>(StringCodec.UTF8),
				new CommandArgs<>(StringCodec.UTF8).add(QUESTION).add(keys.length).addKeys(keys)));
	}

	private static LoadedScripts known(StatefulRedisConnection<String, String> connection, boolean alone, String id) {
		boolean single = alone && !id.isEmpty();
		return new LoadedScripts(id, single, coalescer(connection, id, single));
	}

	/** The id that all answers name; empty if there is no such id. */
	private static String id(List<AsyncCommand<String, String, String>> questions, @Nullable Throwable failure) {
		if (failure != null) {
			unknown(failure);
			return "";
		}
		Set<String> told = questions.stream().map(CompletableFuture::join).collect(Collectors.toSet());
		String any = told.iterator().next();
		return (told.size() == 1 && ID.matcher(any).matches()) ? any : "";
	}

	private static void unknown(Throwable failure) {
		BackgroundLog.log(logger, Level.DEBUG, "Redis did not report its id; scripts ask for it when they need it",
				failure);
	}

	/** Lettuce takes the context of a trace from the thread that hands it the command. */
	private static @Nullable WriteCoalescer coalescer(StatefulRedisConnection<String, String> connection, String id,
			boolean single) {
		boolean traced = connection.getResources().tracing().isEnabled();
		return (!traced && ThreadExecutorMap.currentExecutor() instanceof EventLoop loop)
				? new WriteCoalescer(connection, loop, Script.text(id, Script.BURST), single) : null;
	}

	/** Whether it is known that there is only one server. */
	boolean isSingle() {
		return this.single;
	}

	/** Note that it takes no script with keys of several slots. */
	void takesOneSlotOnly() {
		this.single = false;
		if (this.coalescer != null) {
			this.coalescer.stopCoalescing();
		}
	}

	@Nullable WriteCoalescer coalescer() {
		return this.coalescer;
	}

	Script.Text text(Script<?> script) {
		Script.Text known = this.texts.get(script);
		return (known != null) ? known : this.texts.computeIfAbsent(script, (asked) -> asked.text(this.id));
	}

	/**
	 * Note that the server does not have a script.
	 * @return whether it has to be sent in full; if there is only one server, by one
	 * call: the others are sent behind it, and find the script
	 */
	boolean isFirstToMiss(Script<?> script) {
		return !this.single || this.missing.add(script);
	}

	/** Note that a script that was sent in full is answered. */
	void scriptLoaded(Script<?> script) {
		this.missing.remove(script);
	}

}
