package io.github.lockstarter.benchmarks.reliability.worker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.benchmarks.Target;

/**
 * Task of a worker of a trial.
 *
 * @param target where Redis is
 * @param directory where the workers of the trial write
 * @param key what the keys of the locks begin with
 * @param worker the number of this worker
 */
public record Assignment(Target target, Path directory, String key, int worker) {

	/** Number of workers. */
	public static final int WORKERS = 2;

	/** Number of locks. */
	public static final int KEYS = 3;

	/** Number of threads of each worker. */
	public static final int THREADS = 3;

	/** Longest time for which a call waits for a lock. */
	public static final Duration WAIT = Duration.ofSeconds(2);

	/**
	 * Write it in one line.
	 * @return the line
	 */
	public String line() {
		return String.join("\t", this.target.topology().name(), String.join(",", this.target.addresses()),
				this.target.lease().toString(), this.directory.toString(), this.key, Integer.toString(this.worker));
	}

	static Assignment parse(String line) {
		String[] fields = line.split("\t", -1);
		Target target = new Target(Target.Topology.valueOf(fields[0]), List.of(fields[1].split(",", -1)),
				Duration.parse(fields[2]), Map.of());
		return new Assignment(target, Path.of(fields[3]), fields[4], Integer.parseInt(fields[5]));
	}

	/**
	 * Resource that all workers share.
	 * @return the file
	 */
	public Path resource() {
		return this.directory.resolve("resource");
	}

	/**
	 * File in which this worker writes its calls.
	 * @return the file
	 */
	public Path calls() {
		return this.directory.resolve("calls-" + this.worker);
	}

	/**
	 * File in which the libraries of this worker log.
	 * @return the file
	 */
	public Path log() {
		return this.directory.resolve("log-" + this.worker);
	}

}
