package io.github.lockstarter.endurance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.faults.servers.Topology;
import io.github.lockstarter.jvm.ChildLocks;
import io.github.lockstarter.testing.LiveThreads;
import io.github.lockstarter.testing.UncaughtExceptions;

/**
 * A JVM that works under locks when it is told to. Arguments: topology, addresses of the
 * servers, and the port of the shared resource. It understands a line each: {@code work},
 * {@code rest}, {@code holds}, {@code vitals} and {@code end}.
 */
final class WorkingChild {

	/** Locks that are held longer than half of it are renewed. */
	static final Duration LEASE = Duration.ofSeconds(5);

	private static final int THREADS = 8;

	private WorkingChild() {
	}

	public static void main(String[] arguments) throws IOException {
		UncaughtExceptions.endThisJvm();
		DefaultLockClient client = ChildLocks.client(Topology.valueOf(arguments[0]).target(arguments[1]), LEASE);
		int resource = Integer.parseInt(arguments[2]);
		List<Worker> workers = Stream.generate(() -> new Worker(client, resource)).limit(THREADS).toList();
		workers.forEach(Thread::start);
		System.out.println("READY");
		BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		for (String line = input.readLine(); line != null; line = input.readLine()) {
			switch (line) {
				case "work" -> workers.forEach(Worker::work);
				case "rest" -> {
					workers.forEach(Worker::rest);
					System.out.println("RESTING");
				}
				case "holds" -> System.out.println("HOLDS "
						+ workers.stream().map((worker) -> "" + worker.holds()).collect(Collectors.joining(" ")));
				case "vitals" -> System.out.println("VITALS " + Vitals.now());
				default -> {
					client.close();
					System.out.println("LEFT " + LiveThreads.leftByLocks());
					System.exit(0);
				}
			}
		}
		// without a parent there is nothing to do
		Runtime.getRuntime().halt(1);
	}

}
