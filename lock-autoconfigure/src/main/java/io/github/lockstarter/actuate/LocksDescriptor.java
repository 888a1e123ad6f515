package io.github.lockstarter.actuate;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockAdmin.HeldLock;
import io.github.lockstarter.LockAdmin.Page;
import io.github.lockstarter.LockAdmin.WaitingCall;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockState;
import io.github.lockstarter.job.JobRun;
import io.github.lockstarter.job.JobSkip;
import io.github.lockstarter.job.JobStatus;
import io.github.lockstarter.leader.LeaderRole;
import org.jspecify.annotations.Nullable;

/**
 * Locks, as the endpoint lists them.
 */
public sealed interface LocksDescriptor {

	/**
	 * The locks of this instance.
	 *
	 * @param held those that it holds, the longest held first
	 * @param waiting the calls that wait, the longest waiting first
	 * @param adaptiveLeases the leases that follow the hold times, by the name of the
	 * lock
	 * @param roles the roles for which it takes part in elections
	 * @param jobs its jobs, by name
	 */
	record OfInstance(List<Held> held, List<Waiting> waiting, Map<String, Duration> adaptiveLeases, List<Role> roles,
			List<Job> jobs) implements LocksDescriptor {

		static OfInstance of(LockAdmin admin, Collection<LeaderRole> roles, Collection<JobStatus> jobs) {
			Map<String, Duration> leases = new TreeMap<>();
			admin.adaptiveLeases().forEach((name, lease) -> leases.put(name, millis(lease)));
			return new OfInstance(
					admin.held()
						.stream()
						.sorted((one, two) -> two.heldFor().compareTo(one.heldFor()))
						.map(Held::of)
						.toList(),
					admin.waiting()
						.stream()
						.sorted((one, two) -> two.waited().compareTo(one.waited()))
						.map(Waiting::of)
						.toList(),
					leases, roles.stream().map(Role::of).toList(), jobs.stream().map(Job::of).toList());
		}

	}

	/**
	 * A page of the locks that the store has on record, of all instances.
	 *
	 * @param locks the locks
	 * @param next the cursor of the next page; {@code null} if this is the last
	 */
	record OfStore(List<Recorded> locks, @Nullable String next) implements LocksDescriptor {

		static OfStore of(Page page) {
			return new OfStore(page.locks().stream().map(Recorded::of).toList(), page.next());
		}

	}

	/**
	 * A lock that this instance holds.
	 *
	 * @param name its name
	 * @param key its key
	 * @param kind its kind
	 * @param permits how many permits it uses of a lock that is shared: a reader one; 0
	 * if it has the lock alone
	 * @param thread the thread that acquired it; {@code null} if it belongs to none
	 * @param threadId its id in this JVM, which tells threads of one name apart;
	 * {@code null} if it belongs to none
	 * @param heldFor how long it has been held
	 * @param lease its lease
	 * @param remaining how long it is certainly still held
	 * @param fencingToken its token; 0 if it is shared
	 * @param state what is known of it
	 */
	record Held(String name, String key, LockKind kind, int permits, @Nullable String thread, @Nullable Long threadId,
			Duration heldFor, Duration lease, Duration remaining, long fencingToken, LockState state) {

		private static Held of(HeldLock lock) {
			return new Held(lock.name(), lock.key(), lock.kind(), lock.permits(), lock.thread(), lock.threadId(),
					millis(lock.heldFor()), millis(lock.lease()), millis(lock.remaining()), lock.fencingToken(),
					lock.state());
		}

	}

	/**
	 * A call of this instance that waits for a lock.
	 *
	 * @param name the name of the lock
	 * @param key its key
	 * @param kind the kind that it asked for
	 * @param permits how many permits of a lock that is shared it asked for: a reader
	 * one; 0 if it wants the lock alone
	 * @param thread the thread that asked
	 * @param threadId its id in this JVM, which tells threads of one name apart
	 * @param waitedFor how long it has waited
	 */
	record Waiting(String name, String key, LockKind kind, int permits, String thread, long threadId,
			Duration waitedFor) {

		private static Waiting of(WaitingCall call) {
			return new Waiting(call.name(), call.key(), call.kind(), call.permits(), call.thread(), call.threadId(),
					millis(call.waited()));
		}

	}

	/**
	 * A role for which this instance takes part in the election.
	 *
	 * @param name its name
	 * @param leader whether this instance is the leader
	 */
	record Role(String name, boolean leader) {

		static Role of(LeaderRole role) {
			return new Role(role.name(), role.isLeader());
		}

	}

	/**
	 * A job as this instance knows it: its own runs and skips since it was started.
	 *
	 * @param name the name of the job's lock
	 * @param running the number of runs under way
	 * @param lastRun the run that ended last; {@code null} if none has ended
	 * @param lastSkip the last turn that did not run here; {@code null} if there was none
	 */
	record Job(String name, int running, @Nullable JobRun lastRun, @Nullable JobSkip lastSkip) {

		private static Job of(JobStatus status) {
			JobRun run = status.lastRun();
			return new Job(status.name(), status.running(), (run != null)
					? new JobRun(run.startedAt(), millis(run.took()), run.outcome(), run.failure(), run.thread())
					: null, status.lastSkip());
		}

	}

	/**
	 * A lock, as the store has it on record.
	 *
	 * @param key its key
	 * @param held whether anybody holds it
	 * @param holder its holder, or the first of those that share it; {@code null} if it
	 * is free
	 * @param holders all its holders
	 * @param waiters the number of instances that queue for it
	 */
	record Recorded(String key, boolean held, @Nullable Holder holder, List<Holder> holders, int waiters) {

		static Recorded of(LockInfo info) {
			List<Holder> holders = info.holders().stream().map(Holder::of).toList();
			return new Recorded(info.key(), info.held(), holders.isEmpty() ? null : holders.get(0), holders,
					info.waiters());
		}

	}

	/**
	 * The holder of a lock.
	 *
	 * @param application the application's name
	 * @param instance the JVM: host and process
	 * @param thread the thread that acquired it
	 * @param since when it acquired the lock
	 * @param remaining the rest of its lease
	 * @param fencingToken its token; 0 if the lock is shared
	 * @param kind the kind of lock that it has; {@code null} if it is one that is shared
	 * and its JVM has not yet taken note of the grant, or has released it and only keeps
	 * it from others
	 * @param permits how many permits it uses of a lock that is shared; 0 if it has the
	 * lock alone
	 */
	record Holder(String application, String instance, String thread, Instant since, Duration remaining,
			long fencingToken, @Nullable LockKind kind, int permits) {

		private static Holder of(LockInfo.Holder holder) {
			return new Holder(holder.application(), holder.instance(), holder.thread(), holder.since(),
					millis(holder.remaining()), holder.fencingToken(), holder.kind(), holder.permits());
		}

	}

	private static Duration millis(Duration duration) {
		return duration.truncatedTo(ChronoUnit.MILLIS);
	}

}
