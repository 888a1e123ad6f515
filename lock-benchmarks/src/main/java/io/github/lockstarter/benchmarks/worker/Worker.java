package io.github.lockstarter.benchmarks.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Contenders;
import io.github.lockstarter.benchmarks.Target;

/**
 * The main class of the child JVM. Arguments: contender, topology of its store, and
 * addresses. It says {@code READY}, then does each {@link Step} that it reads and says
 * {@code RESULT}, until its input ends.
 */
public final class Worker {

	/** Beginning of the line that tells that the contender is connected. */
	public static final String READY = "READY ";

	/** Beginning of the line that tells what was measured. */
	public static final String RESULT = "RESULT ";

	private Worker() {
	}

	/**
	 * Run.
	 * @param arguments contender, topology and addresses
	 * @throws Exception if anything fails
	 */
	public static void main(String[] arguments) throws Exception {
		Target target = new Target(Target.Topology.valueOf(arguments[1]), List.of(arguments[2].split(",", -1)),
				Contender.LEASE, Map.of());
		try (Contender contender = Contenders.open(arguments[0], target)) {
			System.out.println(READY + contender.configuration());
			work(contender);
		}
		System.exit(0);
	}

	private static void work(Contender contender) throws IOException, InterruptedException, ExecutionException {
		BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
		String line;
		while ((line = input.readLine()) != null) {
			Step step = Step.parse(line);
			long before = compiler.getTotalCompilationTime();
			WorkerResult result = switch (step.load()) {
				case LOOP, OWN, REENTRY, TOGETHER -> new LoopLoad(contender, step).run();
				case READS, PERMITS -> new SharedLoad(contender, step).run();
				case HAND_OVER -> new HandOverLoad(contender, step).run();
				case WAITING -> new WaitingLoad(contender, step).run();
				case HELD -> new HeldLoad(contender, step).run();
			};
			System.out.println(RESULT + result.compiling(compiler.getTotalCompilationTime() - before).line());
		}
	}

}
