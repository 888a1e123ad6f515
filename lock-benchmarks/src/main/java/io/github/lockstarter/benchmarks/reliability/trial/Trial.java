package io.github.lockstarter.benchmarks.reliability.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.lockstarter.benchmarks.harness.WorkerFailedException;
import io.github.lockstarter.benchmarks.reliability.fault.Fault;
import io.github.lockstarter.benchmarks.reliability.fault.Fault.Stage;
import io.github.lockstarter.benchmarks.reliability.fault.Ground;
import io.github.lockstarter.benchmarks.reliability.worker.Assignment;
import io.github.lockstarter.benchmarks.reliability.worker.Call;
import io.github.lockstarter.benchmarks.worker.Moments;
import io.github.lockstarter.core.hold.LeaseMath;

import org.springframework.util.FileSystemUtils;

/**
 * Two JVMs that work under the locks of a contender while a fault strikes.
 */
public final class Trial {

	private static final Duration LOOK = Duration.ofMillis(200);

	private final String contender;

	private final Fault fault;

	private final Pace pace;

	private String configuration = "";

	private String redis = "";

	/**
	 * Create one.
	 * @param contender its name
	 * @param fault the fault
	 * @param pace how long the parts of the trial last
	 */
	public Trial(String contender, Fault fault, Pace pace) {
		this.contender = contender;
		this.fault = fault;
		this.pace = pace;
	}

	/**
	 * Surroundings that all trials have in common.
	 * @return a description for the report
	 */
	public static String description() {
		return "%d JVMs with %d threads each, %d locks, lease %d s unless said otherwise, wait time %d s".formatted(
				Assignment.WORKERS, Assignment.THREADS, Assignment.KEYS, Fault.LEASE.toSeconds(),
				Assignment.WAIT.toSeconds());
	}

	/**
	 * Settings of the contender.
	 * @return its own words, after the run
	 */
	public String configuration() {
		return this.configuration;
	}

	/**
	 * Version of the server it ran on.
	 * @return the version of Redis, after the run
	 */
	public String redis() {
		return this.redis;
	}

	/**
	 * Run it.
	 * @param directory where the workers write what they see, instead of what is there
	 * @return its {@link Figures}
	 * @throws IOException if the directory can't be made
	 */
	public Map<String, Double> run(Path directory) throws IOException {
		FileSystemUtils.deleteRecursively(directory);
		Files.createDirectories(directory);
		try (Stage stage = this.fault.prepare();
				Team team = new Team(this.contender, stage.ground().target(this.fault.lease()), directory)) {
			this.redis = stage.ground().version();
			this.configuration = team.awaitReady();
			return run(stage, team);
		}
	}

	private Map<String, Double> run(Stage stage, Team team) {
		if (Double.isInfinite(awaitAll(team, System.nanoTime(), team.alive()))) {
			throw new WorkerFailedException(
					this.contender + " did not have all locks once in " + this.pace.patience() + ", without any fault");
		}
		long calm = System.nanoTime();
		pass(this.pace.before());
		long struck = System.nanoTime();
		stage.strike().run(team::holder);
		long ended = System.nanoTime();
		Timeline timeline = new Timeline(calm, struck, ended, team.alive(), team.frozen());
		double back = awaitAll(team, ended, timeline.alive());
		Moments.await(ended + LeaseMath.longer(this.pace.grace(), this.fault.lease().dividedBy(2)).toNanos());
		pass(this.pace.after());
		if (Double.isFinite(back)) {
			// again, since a lock may have been closed meanwhile
			awaitAll(team, System.nanoTime(), timeline.alive());
		}
		long stuck = team.stop();
		List<Call> calls = team.calls();
		Map<String, Double> figures = new Figures(calls, timeline).all(this.pace);
		figures.put(Figures.LEFTOVERS, (double) leftovers(stage.ground()));
		figures.put(Figures.STUCK, (double) stuck);
		return figures;
	}

	private double awaitAll(Team team, long since, Set<Integer> workers) {
		long deadline = since + this.pace.patience().toNanos();
		double back = Double.POSITIVE_INFINITY;
		while (Double.isInfinite(back) && System.nanoTime() - deadline < 0) {
			pass(LOOK);
			back = Figures.back(team.calls(), since, workers);
		}
		return back;
	}

	private long leftovers(Ground ground) {
		long deadline = System.nanoTime() + this.fault.lease().plus(this.pace.forget()).toNanos();
		long left = ground.keys(Fault.KEY);
		while (left > 0 && System.nanoTime() - deadline < 0) {
			pass(LOOK);
			left = ground.keys(Fault.KEY);
		}
		return left;
	}

	private static void pass(Duration duration) {
		Moments.await(System.nanoTime() + duration.toNanos());
	}

}
