package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.lockstarter.faults.history.Amnesia;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.ServerVersion;
import io.github.lockstarter.testing.UnsavableData;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;

import static org.awaitility.Awaitility.await;

/**
 * What happens to Redis.
 */
enum RedisFault implements Nemesis {

	/** Stands still as long as the fault lasts. */
	FROZEN {

		@Override
		public Runnable strike(Arena arena) {
			EmbeddedRedis server = arena.server();
			server.pause();
			return server::resume;
		}

	},

	/** Ends with {@code kill -9}; comes back as it was started, without data or with. */
	KILLED {

		@Override
		public Runnable strike(Arena arena) {
			arena.server().kill();
			return arena.server()::restart;
		}

	},

	/** The same, of a server without persistence. */
	KILLED_WITHOUT_PERSISTENCE {

		@Override
		public Runnable strike(Arena arena) {
			arena.server().kill();
			long killedAt = System.nanoTime();
			return () -> {
				arena.forgot(new Amnesia(System.nanoTime(), killedAt));
				arena.server().restart();
			};
		}

	},

	/** All data is deleted, once. */
	FLUSHED {

		@Override
		public Runnable strike(Arena arena) {
			long before = System.nanoTime();
			arena.eachRedis(RedisCommands::flushall);
			arena.forgot(new Amnesia(before, System.nanoTime()));
			return () -> {
			};
		}

	},

	/** The scripts are forgotten every few milliseconds. */
	WITHOUT_SCRIPTS {

		@Override
		public Runnable strike(Arena arena) {
			return new Repetition(arena, Duration.ofMillis(3), RedisCommands::scriptFlush);
		}

	},

	/** The connections on which grants arrive are cut again and again. */
	WITHOUT_SUBSCRIBERS {

		@Override
		public Runnable strike(Arena arena) {
			return new Repetition(arena, Duration.ofMillis(50),
					(commands) -> commands.clientKill(KillArgs.Builder.typePubsub()));
		}

	},

	/** Commands are accepted and not executed for a second. */
	PAUSED_CLIENTS {

		@Override
		public Runnable strike(Arena arena) {
			arena.redis((commands) -> commands.clientPause(1000));
			return () -> arena.redis(RedisCommands::ping);
		}

	},

	/** Only what writes is accepted and not executed for a second. */
	PAUSED_WRITES {

		@Override
		public Runnable strike(Arena arena) {
			arena.redis(
					(commands) -> commands.dispatch(CommandType.CLIENT, new StatusOutput<>(StringCodec.UTF8), pause()));
			return () -> arena.redis((commands) -> commands.publish("nobody", "listens"));
		}

		/** Older servers can only pause everything. */
		private CommandArgs<String, String> pause() {
			CommandArgs<String, String> pause = new CommandArgs<>(StringCodec.UTF8).add("PAUSE").add(1000);
			return ServerVersion.canPauseWrites() ? pause.add("WRITE") : pause;
		}

	},

	FULL_MEMORY {

		@Override
		public Runnable strike(Arena arena) {
			return configured(arena, (commands) -> commands.configSet("maxmemory", "1"),
					(commands) -> commands.configSet("maxmemory", "0"));
		}

	},

	/** Nobody may run a script, as while a right is missing by mistake. */
	DENIED_SCRIPTS {

		@Override
		public Runnable strike(Arena arena) {
			return configured(arena,
					(commands) -> commands.aclSetuser("default",
							AclSetuserArgs.Builder.removeCommand(CommandType.EVAL).removeCommand(CommandType.EVALSHA)),
					(commands) -> commands.aclSetuser("default",
							AclSetuserArgs.Builder.addCommand(CommandType.EVAL).addCommand(CommandType.EVALSHA)));
		}

	},

	/**
	 * Nobody may publish or subscribe. Denied by command, since channels have no rights
	 * before Redis 6.2.
	 */
	DENIED_CHANNELS {

		@Override
		public Runnable strike(Arena arena) {
			return configured(arena,
					(commands) -> commands.aclSetuser("default", rights(AclSetuserArgs::removeCommand)),
					(commands) -> commands.aclSetuser("default", rights(AclSetuserArgs::addCommand)));
		}

		private AclSetuserArgs rights(BiConsumer<AclSetuserArgs, CommandType> change) {
			AclSetuserArgs rights = new AclSetuserArgs();
			Stream<CommandType> sharded = ServerVersion.hasShardedChannels()
					? Stream.of(CommandType.SPUBLISH, CommandType.SSUBSCRIBE) : Stream.empty();
			Stream.concat(Stream.of(CommandType.PUBLISH, CommandType.SUBSCRIBE), sharded)
				.forEach((command) -> change.accept(rights, command));
			return rights;
		}

	},

	/** Nobody may use the keys of the locks. */
	DENIED_KEYS {

		@Override
		public Runnable strike(Arena arena) {
			return configured(arena, (commands) -> commands.aclSetuser("default", AclSetuserArgs.Builder.resetKeys()),
					(commands) -> commands.aclSetuser("default", AclSetuserArgs.Builder.allKeys()));
		}

	},

	/** The user of the applications is switched off, and all connections are cut. */
	USER_OFF {

		@Override
		public Runnable strike(Arena arena) {
			RedisClient client = arena.server().newClient();
			RedisCommands<String, String> commands = client.connect().sync();
			commands.aclSetuser("default", AclSetuserArgs.Builder.off());
			commands.clientKill(KillArgs.Builder.typePubsub());
			commands.clientKill(KillArgs.Builder.typeNormal());
			return () -> {
				commands.aclSetuser("default", AclSetuserArgs.Builder.on());
				client.shutdown();
			};
		}

	},

	/** All connections are cut, and no new one is accepted. */
	NO_MORE_CLIENTS {

		@Override
		public Runnable strike(Arena arena) {
			RedisClient client = arena.server().newClient();
			RedisCommands<String, String> commands = client.connect().sync();
			String most = commands.configGet("maxclients").get("maxclients");
			commands.configSet("maxclients", "1");
			commands.clientKill(KillArgs.Builder.typePubsub());
			commands.clientKill(KillArgs.Builder.typeNormal());
			return () -> {
				commands.configSet("maxclients", most);
				client.shutdown();
			};
		}

	},

	/** Somebody's script does not end. */
	ENDLESS_SCRIPT {

		@Override
		public Runnable strike(Arena arena) {
			RedisClient client = arena.server().newClient();
			RedisCommands<String, String> commands = client.connect().sync();
			String limit = commands.configGet("lua-time-limit").get("lua-time-limit");
			commands.configSet("lua-time-limit", "50");
			client.connect().async().eval("while true do end", ScriptOutputType.STATUS);
			return () -> {
				await().ignoreExceptionsInstanceOf(RedisException.class)
					.until(() -> commands.scriptKill().equals("OK"));
				commands.configSet("lua-time-limit", limit);
				client.shutdown();
			};
		}

	},

	/** Nothing is written any more, since the data can't be saved. */
	UNSAVED {

		@Override
		public Runnable strike(Arena arena) {
			return configured(arena, UnsavableData::begin, UnsavableData::end);
		}

	};

	private static Runnable configured(Arena arena, Consumer<RedisCommands<String, String>> harm,
			Consumer<RedisCommands<String, String>> repair) {
		arena.redis(harm);
		return () -> arena.redis(repair);
	}

}
