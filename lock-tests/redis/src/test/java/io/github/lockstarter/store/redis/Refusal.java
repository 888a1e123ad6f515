package io.github.lockstarter.store.redis;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.ServerVersion;
import io.github.lockstarter.testing.UnsavableData;
import io.lettuce.core.RedisBusyException;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;

import static org.awaitility.Awaitility.await;

/**
 * Why a server refuses commands for a while.
 */
enum Refusal {

	/** It has too few replicas to write. */
	NOREPLICAS {

		@Override
		boolean canHappen() {
			return ServerVersion.canBeMadeToRefuse();
		}

		@Override
		void begin(EmbeddedRedis server, RedisCommands<String, String> admin) {
			admin.configSet("min-replicas-to-write", "1");
		}

		@Override
		void end(RedisCommands<String, String> admin) {
			admin.configSet("min-replicas-to-write", "0");
		}

	},

	/** It could not save its data. */
	MISCONF {

		@Override
		void begin(EmbeddedRedis server, RedisCommands<String, String> admin) {
			UnsavableData.begin(admin);
		}

		@Override
		void end(RedisCommands<String, String> admin) {
			UnsavableData.end(admin);
		}

	},

	/** It is a replica whose primary is gone. */
	MASTERDOWN {

		@Override
		void begin(EmbeddedRedis server, RedisCommands<String, String> admin) {
			admin.configSet("replica-serve-stale-data", "no");
			admin.replicaof("127.0.0.1", 1);
		}

		@Override
		void end(RedisCommands<String, String> admin) {
			admin.replicaofNoOne();
		}

	},

	/** It runs a script that does not end. */
	BUSY {

		@Override
		void begin(EmbeddedRedis server, RedisCommands<String, String> admin) {
			admin.configSet("lua-time-limit", "50");
			CompletableFuture.runAsync(() -> {
				try (RedisClient client = server.newClient()) {
					client.connect().sync().eval("while true do end", ScriptOutputType.STATUS);
				}
			});
		}

		@Override
		void end(RedisCommands<String, String> admin) {
			admin.scriptKill();
			await().ignoreExceptionsInstanceOf(RedisBusyException.class).until(() -> admin.ping().equals("PONG"));
		}

	},

	/** It loads the data of a primary, slowly. */
	LOADING {

		@Override
		boolean canHappen() {
			return ServerVersion.canBeMadeToRefuse();
		}

		@Override
		void begin(EmbeddedRedis server, RedisCommands<String, String> admin) {
			admin.configSet("key-load-delay", "1000");
			admin.configSet("loading-process-events-interval-bytes", "1024");
			try (EmbeddedRedis primary = EmbeddedRedis.start("--repl-diskless-sync-delay", "0");
					RedisClient client = primary.newClient()) {
				client.connect().sync().mset(data());
				admin.replicaof("127.0.0.1", primary.port());
				await().until(() -> admin.info("persistence").contains("\nloading:1"));
			}
		}

		@Override
		void end(RedisCommands<String, String> admin) {
			await().until(() -> admin.info("persistence").contains("\nloading:0"));
			admin.replicaofNoOne();
		}

		private static Map<String, String> data() {
			return IntStream.range(0, 5000).boxed().collect(Collectors.toMap(Object::toString, Object::toString));
		}

	},

	/** It belongs to a Cluster in which nobody serves the slots. */
	CLUSTERDOWN {

		@Override
		EmbeddedRedis start() {
			return EmbeddedRedis.start("--cluster-enabled", "yes");
		}

		@Override
		void begin(EmbeddedRedis server, RedisCommands<String, String> admin) {
		}

		@Override
		void end(RedisCommands<String, String> admin) {
			admin.clusterAddSlots(IntStream.range(0, SlotHash.SLOT_COUNT).toArray());
		}

	};

	/** Whether the server that the tests run on refuses so. */
	boolean canHappen() {
		return true;
	}

	EmbeddedRedis start() {
		return EmbeddedRedis.start();
	}

	abstract void begin(EmbeddedRedis server, RedisCommands<String, String> admin);

	abstract void end(RedisCommands<String, String> admin);

}
