package io.github.lockstarter.testing;

import java.io.File;
import java.nio.file.Path;

import io.lettuce.core.api.sync.RedisCommands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Keeps a server from saving its data, so that it refuses to change any: there is a
 * directory with the name of the file.
 */
public final class UnsavableData {

	private UnsavableData() {
	}

	/**
	 * Begin to, and wait until the server has noticed.
	 */
	public static void begin(RedisCommands<String, String> commands) {
		assertThat(file(commands).mkdir()).isTrue();
		commands.configSet("save", "3600 1");
		save(commands, "err");
	}

	/**
	 * Let it save again, and wait until it has.
	 */
	public static void end(RedisCommands<String, String> commands) {
		assertThat(file(commands).delete()).isTrue();
		save(commands, "ok");
		commands.configSet("save", "");
	}

	private static File file(RedisCommands<String, String> commands) {
		return Path.of(commands.configGet("dir").get("dir"), commands.configGet("dbfilename").get("dbfilename"))
			.toFile();
	}

	private static void save(RedisCommands<String, String> commands, String status) {
		commands.bgsave();
		await().until(() -> commands.info("persistence").contains("rdb_last_bgsave_status:" + status));
	}

}
