package io.github.lockstarter.benchmarks.reliability.trial;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

import io.github.lockstarter.benchmarks.Target;
import io.github.lockstarter.benchmarks.harness.WorkerProcess;
import io.github.lockstarter.benchmarks.reliability.fault.Fault;
import io.github.lockstarter.benchmarks.reliability.fault.Holder;
import io.github.lockstarter.benchmarks.reliability.worker.Assignment;
import io.github.lockstarter.benchmarks.reliability.worker.Call;
import io.github.lockstarter.benchmarks.reliability.worker.CallLog;
import io.github.lockstarter.benchmarks.reliability.worker.Resource;
import io.github.lockstarter.benchmarks.reliability.worker.TrialWorker;
import io.github.lockstarter.testing.Signals;
import org.awaitility.Awaitility;

/**
 * The workers of a trial.
 */
final class Team implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final int HOLDER = 0;

	private final List<Assignment> assignments;

	private final Map<Integer, WorkerProcess> workers = new TreeMap<>();

	private final Set<Integer> frozen = new TreeSet<>();

	private final Resource resource;

	Team(String contender, Target target, Path directory) {
		this.assignments = IntStream.range(0, Assignment.WORKERS)
			.mapToObj((worker) -> new Assignment(target, directory, Fault.KEY, worker))
			.toList();
		this.resource = Resource.map(this.assignments.get(0).resource());
		this.assignments.forEach((each) -> this.workers.put(each.worker(),
				new WorkerProcess(TrialWorker.class, each.log(), contender, each.line())));
	}

	String awaitReady() {
		return this.workers.values().stream().map(WorkerProcess::awaitReady).reduce("", (first, last) -> last);
	}

	Set<Integer> alive() {
		return Set.copyOf(this.workers.keySet());
	}

	Set<Integer> frozen() {
		return this.frozen;
	}

	/** Output of the workers so far. */
	List<Call> calls() {
		return this.assignments.stream().flatMap((each) -> CallLog.read(each.calls()).stream()).toList();
	}

	/** Wait until one of them holds a lock, and keeps it. */
	Holder holder() {
		this.resource.keepHolding(HOLDER);
		Awaitility.await().pollInterval(Duration.ofMillis(1)).atMost(PATIENCE).until(this.resource::isKept);
		return new KeptHolder();
	}

	/**
	 * End the work.
	 * @return how many threads are stuck
	 */
	long stop() {
		this.workers.values().forEach((worker) -> worker.say("end"));
		long stuck = this.workers.values().stream().mapToLong((worker) -> Long.parseLong(worker.awaitResult())).sum();
		close();
		return stuck;
	}

	@Override
	public void close() {
		this.workers.values().forEach(WorkerProcess::close);
		this.workers.clear();
	}

	private final class KeptHolder implements Holder {

		private final WorkerProcess process = worker();

		private WorkerProcess worker() {
			WorkerProcess worker = Team.this.workers.get(HOLDER);
			if (worker == null) {
				throw new IllegalStateException("The holder was killed before.");
			}
			return worker;
		}

		@Override
		public void kill() {
			this.process.kill();
			this.process.close();
			Team.this.workers.remove(HOLDER);
			Team.this.resource.keepHolding(-1);
		}

		@Override
		public void freeze() {
			Signals.pause(this.process.pid());
			Team.this.frozen.add(HOLDER);
			Team.this.resource.keepHolding(-1);
		}

		@Override
		public void resume() {
			Signals.resume(this.process.pid());
		}

	}

}
