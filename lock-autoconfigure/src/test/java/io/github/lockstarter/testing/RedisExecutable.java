package io.github.lockstarter.testing;

import java.io.IOException;
import java.io.UncheckedIOException;

import redis.embedded.RedisExecProvider;

/**
 * The redis-server binary for this machine, unpacked once per JVM.
 */
final class RedisExecutable {

	static final String PATH = unpack();

	private RedisExecutable() {
	}

	private static String unpack() {
		try {
			return RedisExecProvider.defaultProvider().get().getAbsolutePath();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
