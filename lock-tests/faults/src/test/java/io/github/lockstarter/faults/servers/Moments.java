package io.github.lockstarter.faults.servers;

import java.time.Duration;
import java.util.Random;

import org.awaitility.Awaitility;

/**
 * Time that passes while others do something.
 */
public final class Moments {

	private Moments() {
	}

	/**
	 * Let some seconds pass, at the most five.
	 */
	public static void pass(Random random) {
		pass(Duration.ofSeconds(1 + random.nextInt(5)));
	}

	/**
	 * Let a time pass.
	 */
	public static void pass(Duration time) {
		Awaitility.await().pollDelay(time).atMost(time.plusMinutes(1)).until(() -> true);
	}

}
