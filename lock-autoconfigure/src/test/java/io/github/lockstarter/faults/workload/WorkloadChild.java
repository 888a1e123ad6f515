package io.github.lockstarter.faults.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.faults.history.HistoryWriter;
import io.github.lockstarter.faults.servers.Access;
import io.github.lockstarter.jvm.ChildLocks;
import io.github.lockstarter.testing.LiveThreads;
import io.lettuce.core.AbstractRedisClient;

/**
 * Runs a workload until it is told to stop, then waits to be told to end. Arguments: how
 * it reaches its servers (see {@link Access#open(String)}; several URIs are those of a
 * quorum), the workload's parameters (see {@link WorkloadPlan#arguments()}), the
 * directory of the history, and the port of the shared resource.
 */
public final class WorkloadChild {

	private static volatile boolean stopped;

	private WorkloadChild() {
	}

	public static void main(String[] arguments) throws Exception {
		List<AbstractRedisClient> servers = Access.open(arguments[0]);
		WorkloadPlan plan = WorkloadPlan.parse(arguments[1]);
		int resourcePort = Integer.parseInt(arguments[3]);
		try (DefaultLockClient client = ChildLocks.client(servers, plan.lease());
				HistoryWriter history = new HistoryWriter(Path.of(arguments[2]))) {
			TestedLock lock = plan.kind().create(client, servers.get(0), plan.lease());
			client.lock("warm-up:" + ProcessHandle.current().pid()).acquire().close();
			System.out.println("READY");
			awaitGo();
			System.out.println("TIME " + System.nanoTime());
			List<Thread> threads = new ArrayList<>();
			for (int number = 0; number < plan.threads(); number++) {
				RecordedLock recorded = new RecordedLock(lock, history, plan.key(number), number);
				ResourceClient resource = new ResourceClient(resourcePort);
				threads.add(new Thread(() -> {
					while (!stopped) {
						plan.workload().run(recorded, resource, plan.windowMillis());
					}
				}));
			}
			threads.forEach(Thread::start);
			awaitGo();
			stopped = true;
			for (Thread thread : threads) {
				thread.join();
			}
			System.out.println("STOPPED");
			awaitGo();
		}
		System.out.println("LEFT " + LiveThreads.leftByLocks());
		servers.forEach((redis) -> redis.shutdown(Duration.ZERO, Duration.ofSeconds(2)));
		System.exit(0);
	}

	/** Without a parent there is nothing to wait for. */
	private static void awaitGo() throws IOException {
		if (System.in.read() < 0) {
			Runtime.getRuntime().halt(1);
		}
	}

}
