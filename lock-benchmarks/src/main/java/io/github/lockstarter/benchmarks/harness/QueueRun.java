package io.github.lockstarter.benchmarks.harness;

import java.io.IOException;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Measures what a waiter's re-check, a refusal and a hand-over cost Redis, by the length
 * of the queue. Each participant is what a JVM is for the store.
 */
public final class QueueRun {

	/** The name of this scenario. */
	public static final String SCENARIO = "queue";

	/** The processor time of a script that asks for a waiter again. */
	public static final String RECHECK = "re-check µs";

	/** The processor time of a script that refuses a caller that does not wait. */
	public static final String REFUSAL = "refusal µs";

	/** The processor time of a script that hands over, and queues again. */
	public static final String HAND_OVER = "hand-over µs";

	/** The metrics of this scenario. */
	public static final List<String> METRICS = List.of(RECHECK, REFUSAL, HAND_OVER);

	private static final int WARM_UP = 500;

	private static final int TIMES = 2000;

	private QueueRun() {
	}

	/**
	 * Run it.
	 * @param measurements where to add the results
	 * @param rounds how many rounds
	 * @throws IOException if Redis can't be started
	 */
	public static void addTo(Measurements measurements, int rounds) throws IOException {
		for (int round = 1; round <= rounds; round++) {
			for (int waiters : List.of(1, 10, 50, 100, 200)) {
				System.out.println("Queue: round " + round + ", " + waiters + " JVMs");
				try (RedisServer server = RedisServer.start()) {
					add(measurements, round, waiters, server, new QueuedParticipants(server.uri(), waiters));
				}
			}
		}
	}

	private static void add(Measurements measurements, int round, int waiters, RedisServer server,
			QueuedParticipants participants) {
		try (participants) {
			add(measurements, round, waiters, RECHECK, micros(server, participants::recheck));
			add(measurements, round, waiters, REFUSAL, micros(server, participants::refuse));
			add(measurements, round, waiters, HAND_OVER, micros(server, participants::handOver));
		}
	}

	private static void add(Measurements measurements, int round, int waiters, String metric, double value) {
		String point = waiters + ((waiters > 1) ? " waiting JVMs" : " waiting JVM");
		measurements.all().add(new Measurement(SCENARIO, point, "lock-starter", round, metric, value));
	}

	private static double micros(RedisServer server, IntConsumer operation) {
		for (int i = 0; i < WARM_UP; i++) {
			operation.accept(i);
		}
		long before = server.scriptMicros();
		for (int i = WARM_UP; i < WARM_UP + TIMES; i++) {
			operation.accept(i);
		}
		return (server.scriptMicros() - before) / (double) TIMES;
	}

}
