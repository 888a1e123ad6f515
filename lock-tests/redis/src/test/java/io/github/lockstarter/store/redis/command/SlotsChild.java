package io.github.lockstarter.store.redis.command;

import java.nio.charset.Charset;
import java.util.List;
import java.util.stream.Collectors;

import io.github.lockstarter.store.redis.cluster.Slots;

/**
 * Prints the slots of some keys, and the channels that belong to them.
 */
final class SlotsChild {

	static final List<String> KEYS = List.of("lock:order", "lock:Bestellung f\u00fcr K\u00f6ln", "lock:\u8ba2\u5355",
			"lock:{gr\u00fc\u00dfe}:1");

	private SlotsChild() {
	}

	public static void main(String[] args) {
		System.out.println("charset " + Charset.defaultCharset());
		System.out.println("slots " + slots());
		System.out.println("channels " + channels());
	}

	static String slots() {
		return KEYS.stream().map(Slots::of).map(String::valueOf).collect(Collectors.joining(","));
	}

	static String channels() {
		ChannelNames names = new ChannelNames("lock:", "one", () -> true);
		return KEYS.stream().map((key) -> names.name(key)).collect(Collectors.joining(","));
	}

}
