package io.github.lockstarter.testing;

import java.io.IOException;
import java.io.UncheckedIOException;

import org.jspecify.annotations.Nullable;
import redis.embedded.RedisExecProvider;

/**
 * The server that the tests start: the one that the system property
 * {@code redis.executable} names, or the redis-server for this machine that comes with
 * the tests, unpacked once per JVM.
 */
final class RedisExecutable {

	static final String PATH = find();

	private RedisExecutable() {
	}

	static boolean isNamed() {
		return named() != null;
	}

	private static @Nullable String named() {
		return System.getProperty("redis.executable");
	}

	private static String find() {
		String named = named();
		return (named != null) ? named : unpack();
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
