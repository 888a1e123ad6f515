package io.github.lockstarter.testing;

import java.util.List;

/**
 * The warnings and errors that a test caused.
 */
public final class Warnings {

	private Warnings() {
	}

	/**
	 * Those written since the last try began, without two that say nothing about the
	 * test: that Redis was slow to accept a connection, as on a busy machine, and that a
	 * lease ended, which may be of a lock that an earlier test of this JVM left behind.
	 * @param output all that was written
	 */
	public static List<String> in(CharSequence output) {
		return Undisturbed.output(output)
			.lines()
			.filter((line) -> line.contains("WARN") || line.contains("ERROR"))
			.filter((line) -> !line.contains("did not answer an attempt to connect"))
			.filter((line) -> !line.contains("LeaseRenewals") && !line.contains("DefaultHoldLifecycle"))
			.toList();
	}

}
