package io.github.lockstarter.core;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

import io.github.lockstarter.LockKeyException;
import io.github.lockstarter.LogText;

/**
 * The keys of one lock: checked, in the order of their bytes, each once. All JVMs take
 * several locks in the same order, so that they can't wait for each other in a circle.
 */
final class Keys {

	private static final int LONGEST = 1024;

	private Keys() {
	}

	static List<String> of(String key) {
		check(key);
		return List.of(key);
	}

	static List<String> sorted(Collection<String> keys) {
		if (keys == null) {
			throw new LockKeyException("The collection of keys to lock is null; give at least one key.", null);
		}
		if (keys.isEmpty()) {
			throw new LockKeyException("No key to lock was given; give at least one.", null);
		}
		keys.forEach(Keys::check);
		return (keys.size() == 1) ? List.copyOf(keys) : keys.stream().distinct().sorted(Keys::compareBytes).toList();
	}

	static void checkCount(int count, int most) {
		if (count > most) {
			throw new LockKeyException("One call is to lock " + count + " keys, more than the " + most
					+ " that 'max-keys' allows; limit the collection, or allow more.", null);
		}
	}

	private static void check(String key) {
		if (key == null) {
			throw new LockKeyException("A key to lock is null; give each lock a key of its own.", null);
		}
		if (key.isBlank()) {
			throw new LockKeyException("A key to lock is blank; give each lock a key of its own.", null);
		}
		if (isMalformed(key)) {
			throw new LockKeyException(
					"The key '" + LogText.of(key.replaceAll("\\p{Cs}", "?"))
							+ "' contains half of a surrogate pair, which no store can keep; lock a well-formed text.",
					null);
		}
		if (key.length() > LONGEST) {
			throw new LockKeyException("The key '" + LogText.of(key.substring(0, 40)) + "…' is longer than " + LONGEST
					+ " characters; lock a hash of it instead.", null);
		}
	}

	/** Such texts have no bytes of their own in UTF-8: several would be one lock. */
	private static boolean isMalformed(String key) {
		for (int i = 0; i < key.length(); i++) {
			if (Character.isSurrogate(key.charAt(i))) {
				return key.codePoints().anyMatch((point) -> Character.getType(point) == Character.SURROGATE);
			}
		}
		return false;
	}

	private static int compareBytes(String one, String other) {
		return Arrays.compareUnsigned(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
	}

}
