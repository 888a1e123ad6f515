package io.github.lockstarter.integration;

import java.nio.file.Path;
import java.util.Map;

import io.github.lockstarter.LockKeyException;

import org.springframework.util.ObjectUtils;

/**
 * Turns keys, which may be any objects in Spring Integration, into text that is the same
 * in all JVMs. The client checks which texts it can lock.
 */
final class KeyText {

	private KeyText() {
	}

	static String of(Object key) {
		if (key == null) {
			throw new LockKeyException("A key to lock is null; give each lock a key of its own.", null);
		}
		if (key instanceof Map || ObjectUtils.isArray(key) || (key instanceof Iterable && !(key instanceof Path))) {
			throw noText(key, "which is not text; lock a text made of its elements.");
		}
		String text = (key instanceof Enum<?> constant) ? constant.name() : key.toString();
		if (text.equals(key.getClass().getName() + "@" + Integer.toHexString(key.hashCode()))) {
			throw noText(key, "whose text differs from object to object; lock an identifier of it.");
		}
		return text;
	}

	private static LockKeyException noText(Object key, String problem) {
		return new LockKeyException("A key to lock is " + key.getClass().getName() + ", " + problem, null);
	}

}
