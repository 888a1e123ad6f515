package io.github.lockstarter.endurance;

import java.time.Duration;
import java.util.Random;

import org.awaitility.Awaitility;

/**
 * Time that passes while others do something.
 */
final class Moments {

	private Moments() {
	}

	/**
	 * Let some seconds pass, at the most five.
	 */
	static void pass(Random random) {
		pass(Duration.ofSeconds(1 + random.nextInt(5)));
	}

	static void pass(Duration time) {
		Awaitility.await().pollDelay(time).atMost(time.plusMinutes(1)).until(() -> true);
	}

}
