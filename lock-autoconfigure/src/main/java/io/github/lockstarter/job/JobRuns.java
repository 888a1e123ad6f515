package io.github.lockstarter.job;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.ThrowingSupplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Records the last run of each job in this JVM, and the last turn that it skipped. A job
 * is what runs under a lock whose name was {@linkplain #add added}, so there are as many
 * jobs as names. For all other locks this costs one look into a map. A run inside a run,
 * under the same lock, is a run of its own. Thread-safe.
 */
public final class JobRuns implements LockInstrumentation {

	private static final Log logger = LogFactory.getLog(JobRuns.class);

	private final Clock clock;

	private final List<JobListener> listeners = new CopyOnWriteArrayList<>();

	private volatile Map<String, Job> jobs = Map.of();

	/**
	 * Create a record without jobs.
	 * @param clock gives the times of runs and skips
	 */
	public JobRuns(Clock clock) {
		this.clock = clock;
	}

	/**
	 * Watch further jobs.
	 * @param names the names of their locks
	 */
	public synchronized void add(Collection<String> names) {
		Map<String, Job> all = new TreeMap<>(this.jobs);
		for (String name : names) {
			if (all.putIfAbsent(name, new Job(name, this.clock)) == null) {
				tell((listener) -> listener.added(name));
			}
		}
		this.jobs = Collections.unmodifiableMap(all);
	}

	/**
	 * Add a listener, which receives the jobs known so far and all that follows.
	 * @param listener the listener
	 */
	public synchronized void addListener(JobListener listener) {
		this.listeners.add(listener);
		this.jobs.keySet().forEach(listener::added);
	}

	/**
	 * The states of all jobs.
	 * @return a snapshot, in the order of their names
	 */
	public List<JobStatus> jobs() {
		return this.jobs.values().stream().map(Job::status).toList();
	}

	@Override
	public <T> T acquire(LockCall call, Supplier<T> acquisition) {
		Job job = this.jobs.get(call.name());
		if (job == null) {
			return acquisition.get();
		}
		try {
			return acquisition.get();
		}
		catch (LockException ex) {
			notAcquired(job, ex);
			throw ex;
		}
	}

	@Override
	public <T> CompletionStage<T> acquireAsync(LockCall call, Supplier<CompletionStage<T>> acquisition) {
		Job job = this.jobs.get(call.name());
		CompletionStage<T> acquired = acquisition.get();
		if (job != null) {
			acquired.whenComplete((handle, failure) -> notAcquired(job, cause(failure)));
		}
		return acquired;
	}

	private static void notAcquired(Job job, @Nullable Throwable failure) {
		if (failure instanceof LockNotAcquiredException ex) {
			job.skipped(ex.getOutcome());
		}
		else if (failure instanceof LockUnavailableException) {
			job.skipped(LockOutcome.UNAVAILABLE);
		}
		else if (failure instanceof LockInterruptedException) {
			job.skipped(LockOutcome.INTERRUPTED);
		}
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T locked(LockCall call, LockHandle handle,
			ThrowingSupplier<T, E> body) throws E {
		Job job = this.jobs.get(call.name());
		if (job == null) {
			return body.get();
		}
		Consumer<@Nullable Throwable> end = begin(job, call.name(), handle);
		Throwable failure = null;
		try {
			return body.get();
		}
		catch (Throwable ex) {
			failure = ex;
			throw ex;
		}
		finally {
			end.accept(failure);
		}
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> CompletionStage<T> lockedAsync(LockCall call,
			LockHandle handle, ThrowingSupplier<CompletionStage<T>, E> work) throws E {
		Job job = this.jobs.get(call.name());
		if (job == null) {
			return work.get();
		}
		Consumer<@Nullable Throwable> end = begin(job, call.name(), handle);
		CompletionStage<T> begun;
		try {
			begun = work.get();
		}
		catch (Throwable ex) {
			end.accept(ex);
			throw ex;
		}
		begun.whenComplete((value, failure) -> end.accept(cause(failure)));
		return begun;
	}

	/**
	 * Note that a run has begun.
	 * @return takes the end of the run and its exception
	 */
	private Consumer<@Nullable Throwable> begin(Job job, String name, LockHandle handle) {
		Instant startedAt = this.clock.instant();
		long start = System.nanoTime();
		String thread = Thread.currentThread().getName();
		job.began();
		return (failure) -> {
			JobRun run = new JobRun(startedAt, Duration.ofNanos(System.nanoTime() - start), outcome(handle, failure),
					(failure != null) ? failure.getClass().getName() : null, thread);
			job.ended(run);
			tell((listener) -> listener.ended(name, run));
		};
	}

	private static @Nullable Throwable cause(@Nullable Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	private static JobOutcome outcome(LockHandle handle, @Nullable Throwable failure) {
		if (failure != null) {
			return JobOutcome.FAILED;
		}
		return handle.isLost() ? JobOutcome.LOST : JobOutcome.SUCCEEDED;
	}

	private void tell(Consumer<JobListener> what) {
		for (JobListener listener : this.listeners) {
			try {
				what.accept(listener);
			}
			catch (RuntimeException | Error ex) {
				logger.warn("A job listener failed", ex);
			}
		}
	}

}
