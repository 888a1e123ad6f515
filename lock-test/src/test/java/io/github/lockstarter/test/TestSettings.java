package io.github.lockstarter.test;

import java.util.Map;

import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;

/**
 * Settings for tests.
 */
final class TestSettings {

	static final LockSettings NONE = new LockSettings(LockOptions.NONE, Map.of());

	private TestSettings() {
	}

	static LockSettings of(String name, LockOptions options) {
		return new LockSettings(LockOptions.NONE, Map.of(name, options));
	}

}
