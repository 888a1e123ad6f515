package io.github.lockstarter.sample.infrastructure;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Keeps the other users of this machine from what listens on it.
 */
final class RandomPassword {

	private RandomPassword() {
	}

	static String create() {
		byte[] password = new byte[16];
		new SecureRandom().nextBytes(password);
		return HexFormat.of().formatHex(password);
	}

}
