package io.github.lockstarter.store.redis.command;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.store.AcquireRequest.Owner;

/**
 * The names of one of those that share a lock, as a record has them: in the form of a
 * query string, without blanks.
 */
final class ShareNames {

	private ShareNames() {
	}

	static String text(Owner owner) {
		return Stream.of(owner.application(), owner.instance(), owner.thread())
			.map((name) -> URLEncoder.encode(ScriptArguments.name(name), StandardCharsets.UTF_8))
			.collect(Collectors.joining("&"));
	}

	/** One that was granted its share and has not claimed it yet has no names. */
	static Owner owner(String text) {
		String[] names = text.isEmpty() ? new String[] { "", "", "" } : text.split("&", -1);
		return new Owner(decoded(names[0]), decoded(names[1]), decoded(names[2]));
	}

	private static String decoded(String name) {
		return URLDecoder.decode(name, StandardCharsets.UTF_8);
	}

}
