package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Looks, after each step, whether what must not happen has happened. Knows who waits for
 * which lock and who has its handle.
 */
final class Checks {

	private static final long LONGEST_UNTOLD = SimulatedTime.SECOND;

	private static final long SLACK = 250 * SimulatedTime.MILLISECOND;

	/** A release is answered, or given up, after so long. */
	private static final long LONGEST_RELEASE = 5 * SimulatedTime.SECOND;

	private final Simulation simulation;

	private final SimulatedTime time;

	private final List<Call> calls = new ArrayList<>();

	private final List<HeldLock> held = new ArrayList<>();

	private final LocalOrderCheck localOrder;

	private final FairOrderCheck fairOrder;

	/** By key, when somebody has last got the lock. */
	private final Map<String, Long> servedAt = new HashMap<>();

	private final FreeLockCheck freeLocks;

	private final ExclusionCheck exclusion;

	private final BackingCheck backing;

	private final TokensCheck tokens;

	private final TurnsCheck turns = new TurnsCheck();

	private final MinHoldCheck minHolds;

	/** By key, until when a handle that was dropped may own it. */
	private final Map<String, Long> forgottenUntil = new HashMap<>();

	private long acquisitions;

	private long refusals;

	private long losses;

	Checks(Simulation simulation) {
		this.simulation = simulation;
		this.time = simulation.time();
		this.freeLocks = new FreeLockCheck(simulation.servers());
		this.exclusion = new ExclusionCheck(simulation.servers());
		this.backing = new BackingCheck(simulation.servers());
		this.tokens = new TokensCheck(simulation.servers());
		this.minHolds = new MinHoldCheck(simulation.servers());
		this.localOrder = new LocalOrderCheck(simulation::wasCalmSince);
		this.fairOrder = new FairOrderCheck(simulation.servers());
	}

	Call begins(SimulatedClient client, Wish wish) {
		return begins(client, wish, false, 0, this.tokens.known());
	}

	/** A call for which no thread waits. */
	Call beginsAsync(SimulatedClient client, Wish wish) {
		return begins(client, wish, true, 0, this.tokens.known());
	}

	/**
	 * A call of work for which no thread waits. If its lock is lost before the work can
	 * begin, it ends with the release.
	 */
	Call beginsWork(SimulatedClient client, Wish wish) {
		return begins(client, wish, true, LONGEST_RELEASE, this.tokens.known());
	}

	/** The token stays the same, so it need not be larger than any. */
	Call entersAgain(SimulatedClient client, Wish wish) {
		return begins(client, wish, false, 0, Map.of());
	}

	private Call begins(SimulatedClient client, Wish wish, boolean asynchronous, long longestEnd,
			Map<String, Long> known) {
		long limit = wish.waitTime().isZero() ? 2 * SimulatedTime.SECOND
				: Math.max(wish.waitTime().toNanos(), 100 * SimulatedTime.MILLISECOND);
		Call call = new Call(client, wish, asynchronous, this.time.now(), known,
				client.machine().nanoTime() + limit + longestEnd + SLACK,
				this.simulation.servers().isListening(client.instance()));
		this.freeLocks.begins(call, isClaimed(wish.keys()));
		this.calls.add(call);
		return call;
	}

	private boolean isClaimed(List<String> keys) {
		return this.calls.stream().anyMatch((call) -> call.wantsAnyOf(keys))
				|| keys.stream().anyMatch((key) -> isHandedOut(key, null));
	}

	boolean isOpen(Call call) {
		return this.calls.contains(call);
	}

	/** Whether a handle is not closed yet. */
	boolean isOpen(HeldLock lock) {
		return this.held.contains(lock);
	}

	void ended(Call call) {
		this.calls.remove(call);
		this.freeLocks.ended(call);
	}

	void refused(Call call, Throwable reason) {
		this.refusals++;
		this.fairOrder.refused(call, this.time.now());
		boolean calm = this.simulation.wasCalmSince(call.startedAt()) && !call.client().isStopping();
		if (calm) {
			this.freeLocks.refused(call, reason);
		}
		ended(call);
		RefusalCheck.check(call, reason, calm, this.time.now() - call.startedAt());
		if (call.wish().certain() && calm) {
			throw new Violation("a call of " + call.client().name() + " for " + call.wish().keys()
					+ " was refused although nothing was wrong: " + reason, reason);
		}
	}

	void acquired(Call call, HeldLock lock) {
		ended(call);
		if (this.simulation.isFair() && this.simulation.isFaultless()) {
			this.fairOrder.served(call, this.calls, this.time.now());
		}
		if (this.simulation.isQuorum() && this.simulation.isHot()) {
			this.localOrder.served(call, this.calls, this.time.now());
		}
		this.acquisitions++;
		call.wish().keys().forEach((key) -> this.servedAt.put(key, this.time.now()));
		lock.keys().forEach((key) -> acquired(call, key, lock));
		this.held.add(lock);
	}

	private void acquired(Call call, String key, HeldLock lock) {
		boolean entered = hasEntered(key, lock);
		if (!lock.isShared()) {
			this.tokens.acquired(call, key, lock.token(key), entered);
		}
		if (!entered) {
			this.minHolds.acquired(key, lock);
			if (!lock.isShared()) {
				this.turns.acquired(key, lock);
			}
		}
	}

	/** Whether a lock is held already by what a caller has of it. */
	private boolean hasEntered(String key, HeldLock lock) {
		for (HeldLock other : this.held) {
			if (other.keys().contains(key) && lock.isOneWith(other, key)) {
				return true;
			}
		}
		return false;
	}

	/** A thread has another view of what it holds. */
	void sees(HeldLock view) {
		this.held.add(view);
	}

	void closes(HeldLock lock) {
		noticeLoss(lock);
		this.held.remove(lock);
		this.backing.closes(lock);
	}

	/**
	 * Its handle was dropped: the lock is nobody's until its lease ends, which a request
	 * that comes late may begin again.
	 */
	void forgets(HeldLock lock) {
		closes(lock);
		long until = this.time.now() + StoreChecks.LONGEST_WAY + Wish.LONGEST_LEASE.toNanos();
		lock.keys().forEach((key) -> this.forgottenUntil.merge(key, until, Math::max));
	}

	/** Whether a lock may be owned by a handle that was dropped. */
	boolean isForgotten(String key) {
		return this.time.now() < this.forgottenUntil.getOrDefault(key, 0L);
	}

	/**
	 * A client has released a lock by force, which ends what its own callers have of it.
	 * Of what others have ended before, it may not know yet.
	 */
	void forced(SimulatedClient client, String key, long askedAt) {
		for (HeldLock lock : this.held) {
			if (lock.client() == client && lock.since() <= askedAt && lock.keys().contains(key) && lock.isReliedOn()
					&& this.simulation.servers().isForced(key, lock, askedAt)) {
				throw new Violation("a handle of '" + key + "' is valid in " + client.name()
						+ " although that client has released the lock by force");
			}
		}
	}

	/** A machine is dead: nobody waits there, and nobody relies on anything. */
	void died(SimulatedClient client) {
		this.calls.removeIf((call) -> call.client() == client);
		this.held.removeIf((lock) -> lock.client() == client);
	}

	void afterStep() {
		List<HeldLock> all = this.held;
		for (int i = 0; i < all.size(); i++) {
			HeldLock lock = all.get(i);
			if (lock.client().isRunning()) {
				noticeLoss(lock);
				checkRenewal(lock);
				this.exclusion.check(lock, all.subList(0, i));
				if (lock.permits() > 0) {
					this.exclusion.checkCapacity(lock, all);
				}
			}
		}
		checkBacking();
	}

	/** Two that hold a lock tell more than one that is not on record. */
	private void checkBacking() {
		for (HeldLock lock : this.held) {
			if (lock.client().isRunning()) {
				this.backing.check(lock);
			}
		}
	}

	private void noticeLoss(HeldLock lock) {
		if (lock.noticeLoss(this.time.now())) {
			this.losses++;
			boolean excused = !lock.wish().isRenewed() || lock.client().isStopping();
			if (!excused && this.simulation.wasCalmSince(lock.since())) {
				throw new Violation("a lock of " + lock.client().name() + " was lost although nothing was wrong: "
						+ lock.handle().lossReason());
			}
		}
	}

	private void checkRenewal(HeldLock lock) {
		if (lock.isNeglected()) {
			throw new Violation(
					"no renewal is planned of " + lock.keys() + ", which " + lock.client().name() + " holds");
		}
	}

	/** Whoever waits has to be told by the deadline, if the machine has let it. */
	void checkDeadlines() {
		for (Call call : this.calls) {
			SimulatedClient client = call.client();
			if (client.isRunning() && client.hasRunFor(SLACK) && client.machine().nanoTime() > call.dueAt()) {
				throw new Violation("a call of " + client.name() + " for " + call.wish().keys() + " that waits "
						+ call.wish().waitTime() + " was told nothing");
			}
		}
	}

	/** Whoever has lost a lock has to be told, once, if the machine has let it. */
	void checkTold() {
		for (HeldLock lock : this.held) {
			boolean overdue = lock.isLost() && this.time.now() - lock.lostAt() > LONGEST_UNTOLD
					&& lock.client().isRunning() && lock.client().hasRunFor(LONGEST_UNTOLD);
			if (lock.timesTold() > 1 || (overdue && lock.timesTold() == 0)) {
				throw new Violation("a holder of " + lock.keys() + " in " + lock.client().name()
						+ " was told of its loss " + lock.timesTold() + " times");
			}
		}
	}

	/** Whether a call of a client wants a lock, which it may have got already. */
	boolean isWanted(String key, String instance) {
		for (Call call : this.calls) {
			if (call.wish().keys().contains(key) && call.client().instance().equals(instance)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether a client, or any, waits for a lock and has not got it. Of a call for
	 * several locks nobody knows.
	 */
	boolean isWaitedFor(String key, @Nullable String instance) {
		boolean waitedFor = false;
		for (Call call : this.calls) {
			if (call.wish().keys().contains(key) && (instance == null || call.client().instance().equals(instance))) {
				if (instance != null && call.wish().keys().size() > 1) {
					return false;
				}
				waitedFor = waitedFor || call.wish().keys().size() == 1;
			}
		}
		return waitedFor;
	}

	/** Whether a caller of an instance, or any, has a handle of a lock. */
	boolean isHandedOut(String key, @Nullable String instance) {
		for (HeldLock lock : this.held) {
			if (lock.keys().contains(key) && (instance == null || lock.client().instance().equals(instance))) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether somebody relies on a lock at this moment. A handle of several locks is not
	 * valid any more when one of them is lost, but has the others.
	 */
	boolean isReliedOn(String key) {
		for (HeldLock lock : this.held) {
			if (lock.keys().contains(key) && (lock.isReliedOn() || lock.keys().size() > 1)) {
				return true;
			}
		}
		return false;
	}

	/** When somebody has last got that lock, or 0. */
	long servedAt(String key) {
		return this.servedAt.getOrDefault(key, 0L);
	}

	void checkNothingLeft() {
		if (!this.calls.isEmpty() || !this.held.isEmpty()) {
			throw new Violation(
					this.calls.size() + " calls wait and " + this.held.size() + " handles are open at the end");
		}
	}

	long acquisitions() {
		return this.acquisitions;
	}

	long refusals() {
		return this.refusals;
	}

	long losses() {
		return this.losses;
	}

}
