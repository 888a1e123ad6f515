package io.github.lockstarter.faults.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.faults.history.HistoryWriter;
import io.github.lockstarter.faults.servers.Access;
import io.github.lockstarter.jvm.ChildLocks;
import io.github.lockstarter.testing.LiveThreads;
import io.github.lockstarter.testing.RedisTarget;
import io.github.lockstarter.testing.UncaughtExceptions;

/**
 * Runs a workload until it is told to stop, then waits to be told to end. Arguments: how
 * it reaches its servers (see {@link Access#open(String)}; several URIs are those of a
 * quorum), what it runs (see {@link WorkloadPlan#arguments(List)}), the directory of the
 * history, and for each plan the port of its shared resource, with commas.
 */
public final class WorkloadChild {

	private static volatile boolean stopped;

	private WorkloadChild() {
	}

	public static void main(String[] arguments) throws Exception {
		UncaughtExceptions.endThisJvm();
		List<RedisTarget> servers = Access.targets(arguments[0]);
		List<WorkloadPlan> plans = WorkloadPlan.parseAll(arguments[1]);
		String[] ports = arguments[3].split(",");
		try (DefaultLockClient client = ChildLocks.client(servers, plans.get(0).lease());
				HistoryWriter history = new HistoryWriter(Path.of(arguments[2]))) {
			List<Thread> threads = new ArrayList<>();
			for (int i = 0; i < plans.size(); i++) {
				WorkloadPlan plan = plans.get(i);
				TestedLock lock = plan.kind().create(client, servers.get(0), plan.lease());
				for (int number = 0; number < plan.threads(); number++) {
					RecordedLock recorded = new RecordedLock(lock, history, plan.key(number), threads.size());
					threads.add(worker(plan, recorded, new ResourceClient(Integer.parseInt(ports[i]))));
				}
			}
			client.lock("warm-up:" + ProcessHandle.current().pid()).acquire().close();
			System.out.println("READY");
			awaitGo();
			System.out.println("TIME " + System.nanoTime());
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
		System.exit(0);
	}

	private static Thread worker(WorkloadPlan plan, RecordedLock lock, ResourceClient resource) {
		return new Thread(() -> {
			while (!stopped) {
				plan.workload().run(lock, resource, plan.windowMillis());
			}
		});
	}

	/** Without a parent there is nothing to wait for. */
	private static void awaitGo() throws IOException {
		if (System.in.read() < 0) {
			Runtime.getRuntime().halt(1);
		}
	}

}
