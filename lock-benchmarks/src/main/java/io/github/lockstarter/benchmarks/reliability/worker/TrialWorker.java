package io.github.lockstarter.benchmarks.reliability.worker;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Contenders;
import io.github.lockstarter.benchmarks.Trait;
import io.github.lockstarter.benchmarks.worker.Worker;

/**
 * The main class of the child JVM. Arguments: contender and {@link Assignment}. It says
 * {@link Worker#READY} and works until it reads a line or its input ends. Then it says
 * {@link Worker#RESULT} with the number of threads that don't come back.
 */
public final class TrialWorker {

	private static final long PATIENCE = TimeUnit.SECONDS.toNanos(15);

	private TrialWorker() {
	}

	/**
	 * Run.
	 * @param arguments contender and assignment
	 * @throws Exception if anything fails
	 */
	public static void main(String[] arguments) throws Exception {
		Thread.setDefaultUncaughtExceptionHandler(TrialWorker::fail);
		Assignment assignment = Assignment.parse(arguments[1]);
		boolean waits = Contenders.traits(arguments[0]).contains(Trait.WAITS);
		Resource resource = Resource.map(assignment.resource());
		try (Contender contender = Contenders.open(arguments[0], assignment.target());
				CallLog log = new CallLog(assignment.calls())) {
			System.out.println(Worker.READY + contender.configuration());
			List<Caller> callers = IntStream.range(0, Assignment.THREADS)
				.mapToObj((first) -> new Caller(first, contender, waits, assignment, resource, log))
				.toList();
			callers.forEach(Caller::start);
			while (System.in.read() > '\n') {
				// the rest of the line
			}
			System.out.println(Worker.RESULT + end(callers));
		}
		System.exit(0);
	}

	/** A caller that is gone must not look like a lock that is never had again. */
	private static void fail(Thread thread, Throwable failure) {
		if (thread instanceof Caller) {
			failure.printStackTrace();
			Runtime.getRuntime().halt(1);
		}
	}

	private static long end(List<Caller> callers) throws InterruptedException {
		callers.forEach(Caller::end);
		long deadline = System.nanoTime() + PATIENCE;
		for (Caller caller : callers) {
			TimeUnit.NANOSECONDS.timedJoin(caller, Math.max(1, deadline - System.nanoTime()));
		}
		callers.forEach(Caller::giveUp);
		return callers.stream().filter(Thread::isAlive).count();
	}

}
