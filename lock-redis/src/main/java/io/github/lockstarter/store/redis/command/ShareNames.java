package io.github.lockstarter.store.redis.command;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.Share;

/**
 * The names of an acquisition that shares a lock, and the capacity that it named, as a
 * record has them: in the form of a query string, without blanks.
 */
final class ShareNames {

	private static final int CAPACITY = 3;

	private ShareNames() {
	}

	static String text(Owner owner, Share share) {
		String names = Stream.of(owner.application(), owner.instance(), owner.thread())
			.map((name) -> URLEncoder.encode(ScriptArguments.name(name), StandardCharsets.UTF_8))
			.collect(Collectors.joining("&"));
		return names + '&' + share.capacity();
	}

	/** A share that is not claimed yet has no names. */
	static Owner owner(String text) {
		String[] names = text.isEmpty() ? new String[] { "", "", "" } : text.split("&", -1);
		return new Owner(decoded(names[0]), decoded(names[1]), decoded(names[2]));
	}

	/** Unknown to earlier versions as well. */
	static int capacity(String text) {
		String[] names = text.split("&", -1);
		return (names.length > CAPACITY) ? Integer.parseInt(names[CAPACITY]) : 0;
	}

	private static String decoded(String name) {
		return URLDecoder.decode(name, StandardCharsets.UTF_8);
	}

}
