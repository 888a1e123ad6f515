package io.github.lockstarter.endurance;

import java.time.Duration;

import org.awaitility.Awaitility;

/**
 * Time that passes while others do something.
 */
final class Moments {

	private Moments() {
	}

	static void pass(Duration time) {
		Awaitility.await().pollDelay(time).atMost(time.plusMinutes(1)).until(() -> true);
	}

}
