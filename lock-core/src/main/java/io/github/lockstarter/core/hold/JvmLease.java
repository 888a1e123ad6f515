package io.github.lockstarter.core.hold;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.ToLongBiFunction;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * One acquisition that this JVM holds in the store, from its grant until it is given
 * back. Meanwhile the lock may pass from thread to thread, each with a {@link Hold} and a
 * fencing token of its own; the store knows nothing of that, so the lease and the limits
 * of the next holder are checked here. Readers may hold it together.
 *
 * <p>
 * Who holds it, until when, and whether it is over, is one immutable value, swapped
 * atomically. What is over stays so: the first to see that its time has ended writes it
 * down. Beside it are flags, of which no decision depends on two, and the plan of its
 * renewal. Thread-safe.
 */
public final class JvmLease {

	/** Far more than a round trip takes. */
	private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

	final Platform platform;

	final HoldLifecycle holdLifecycle;

	private final LocalHandover bounds;

	final String key;

	final long sequence;

	private final long token;

	private final @Nullable Long othersSince;

	private volatile boolean keptLonger;

	private volatile boolean dropped;

	/** Whether others of this JVM wait for it, who ask the store only when it is over. */
	volatile boolean awaited;

	private final long startedAt;

	/** Thousands of JVM leases do without an object around it. */
	private static final AtomicReferenceFieldUpdater<JvmLease, State> STATE = AtomicReferenceFieldUpdater
		.newUpdater(JvmLease.class, State.class, "state");

	private volatile State state;

	/** Plan of its renewal; {@code null} if it is not watched. */
	private volatile @Nullable RenewalPlan renewal;

	private static final AtomicReferenceFieldUpdater<JvmLease, RenewalPlan> RENEWAL = AtomicReferenceFieldUpdater
		.newUpdater(JvmLease.class, RenewalPlan.class, "renewal");

	/** Begin a JVM lease. */
	public JvmLease(Platform platform, HoldLifecycle holdLifecycle, LocalHandover bounds, GrantDetails granted,
			LockRequest first) {
		this.platform = platform;
		this.holdLifecycle = holdLifecycle;
		this.bounds = bounds;
		this.startedAt = platform.nanoTime();
		this.key = granted.key();
		this.sequence = granted.sequence();
		this.token = granted.token();
		this.othersSince = granted.othersSince();
		this.keptLonger = granted.keptLonger();
		Confirmation confirmation = granted.claimed() ? Confirmation.DONE : Confirmation.UNCLAIMED;
		this.state = new State(granted.validUntil(), confirmation, granted.longestKept(),
				new Hold(this, first, this.token, this.startedAt));
	}

	/** Plan of its renewal; {@code null} if it is not watched. */
	@Nullable RenewalPlan renewal() {
		return this.renewal;
	}

	/**
	 * It is watched from now on.
	 * @return false if it was before
	 */
	boolean watch(RenewalPlan plan) {
		return RENEWAL.compareAndSet(this, null, plan);
	}

	/**
	 * It is watched no more.
	 * @return the plan of its renewal; {@code null} if it was not watched
	 */
	@Nullable RenewalPlan unwatch() {
		return RENEWAL.getAndSet(this, null);
	}

	/** The state at this moment. */
	private State now() {
		while (true) {
			State known = this.state;
			if (known.over || known.validUntil.nanosLeft(this.platform) > 0) {
				return known;
			}
			State ended = known.ended();
			if (STATE.compareAndSet(this, known, ended)) {
				return ended;
			}
		}
	}

	/**
	 * Pass the lock from its holder, who has left, to the next of this JVM. If that one
	 * reads what the other had alone, the JVM lease is a share from now on.
	 * @param next the request of the next
	 * @return its hold, or {@code null} if the lock has to be given back to the store
	 */
	public @Nullable Hold pass(LockRequest next) {
		State known = now();
		Hold hold = known.hold.next(next);
		while (!known.over && isWithinBounds() && known.hold.isFollowedBy(hold)
				&& known.validUntil.assuredNanosLeft(this.platform) >= leastNanos(known, hold)) {
			if (STATE.compareAndSet(this, known, known.heldBy(hold))) {
				return hold;
			}
			known = now();
		}
		return null;
	}

	/**
	 * Let one more reader of this JVM share what it holds, without the store. One that
	 * comes when all have left takes it over.
	 * @param next the request of the reader
	 * @return its hold, or {@code null} if it needs a share of its own
	 */
	public @Nullable Hold join(LockRequest next) {
		State known = now();
		Hold hold = known.hold.next(next);
		while (!known.over && known.hold.isJoinedBy(hold)
				&& known.validUntil.assuredNanosLeft(this.platform) >= leastNanos(known, hold)) {
			if (STATE.compareAndSet(this, known, isLeft() ? known.heldBy(hold) : known.joinedBy(hold))) {
				return hold;
			}
			known = now();
		}
		return null;
	}

	/**
	 * One of several holders has left.
	 * @return false if it is the only one, and still counts as the holder
	 */
	public boolean leave(Hold hold) {
		State known = this.state;
		while (!known.others.isEmpty()) {
			if (STATE.compareAndSet(this, known, known.leftBy(hold))) {
				return true;
			}
			known = this.state;
		}
		return false;
	}

	/** Whether somebody holds it, or held it last. */
	public boolean has(Hold hold) {
		State known = this.state;
		return known.hold == hold || known.others.contains(hold);
	}

	/** All that hold it. */
	List<Hold> holds() {
		State known = this.state;
		if (known.others.isEmpty()) {
			return List.of(known.hold);
		}
		List<Hold> holds = new ArrayList<>(known.others);
		holds.add(known.hold);
		return holds;
	}

	/** Whether all have left it. */
	public boolean isLeft() {
		State known = this.state;
		return known.hold.isLeft() && known.others.stream().allMatch(Hold::isLeft);
	}

	/**
	 * Leave what threads had as JDK locks that have ended.
	 * @return whether there was any
	 */
	boolean dropOfEndedThreads() {
		State known = this.state;
		boolean any = known.hold.dropOfEndedThread();
		for (Hold other : known.others) {
			any |= other.dropOfEndedThread();
		}
		return any;
	}

	/** Code that can't give it back may still run: it is left to its lease. */
	void drop() {
		this.dropped = true;
	}

	/** Whether it is neither to be given back nor to be passed on. */
	public boolean isDropped() {
		return this.dropped;
	}

	/**
	 * Others of this JVM wait for it, or do no longer.
	 * @return false if that was known
	 */
	public boolean setAwaited(boolean byOthers) {
		if (this.awaited == byOthers) {
			return false;
		}
		this.awaited = byOthers;
		return true;
	}

	/** Whether it would pass to a thread that asks for nothing else. */
	public boolean isPassable() {
		return isWithinBounds() && !isOver();
	}

	/** So that the threads of other JVMs keep their turn. */
	private boolean isWithinBounds() {
		return passes() < this.bounds.maxPasses() && passingNanos() > 0;
	}

	/** For how long the threads of this JVM may still pass it on among themselves. */
	public long passingNanos() {
		return Math.max(this.bounds.maxTime().toNanos() - nanosSoFar(), 0);
	}

	/**
	 * With less validity than this it does not pass on. A lease that is renewed after a
	 * third of it has two thirds left, or a little less than half if the renewal comes
	 * late; one that nobody renews has to be whole, as nearly as one can tell; one that
	 * is not claimed yet goes on as it began; and after a renewal that failed it does not
	 * pass on until another succeeds.
	 */
	private static long leastNanos(State known, Hold next) {
		long lease = next.lease().time().toNanos();
		return switch (known.confirmation) {
			case DONE -> Math.max(next.lease().isRenewed() ? lease / 100 * 45 : lease / 100 * 95, SHORTEST_NANOS);
			case UNCLAIMED, CLAIMING -> LeaseMath.PROMPT_NANOS;
			case FAILED -> Long.MAX_VALUE;
		};
	}

	/**
	 * The store confirmed the lease, or more if more was asked for before. Too late when
	 * it was lost already.
	 */
	void confirm(Moment sentAt, Duration remaining) {
		Duration confirmed = LeaseMath.shorter(remaining, hold().lease().upToMaxHold(lease()));
		Moment until = LeaseMath.end(sentAt, confirmed);
		State known = now();
		while (!known.over && !STATE.compareAndSet(this, known, known.confirmedUntil(until))) {
			known = now();
		}
		// known is what was there before the swap
		if (!known.over && known.validUntil.isBefore(until)) {
			known.hold.lease().confirmed(confirmed);
		}
	}

	/**
	 * The store is about to be asked to confirm its grant.
	 * @return false if it was asked before, or the lease was given back unclaimed
	 */
	boolean beginClaim() {
		State known = STATE.getAndUpdate(this,
				(state) -> (state.confirmation == Confirmation.UNCLAIMED) ? state.with(Confirmation.CLAIMING) : state);
		return known.confirmation == Confirmation.UNCLAIMED;
	}

	/** Whether the store is yet to be asked to confirm its grant. */
	boolean isUnclaimed() {
		return this.state.confirmation == Confirmation.UNCLAIMED;
	}

	/** It is given back to the store: it needs no claim any more. */
	public void giveBack() {
		STATE.updateAndGet(this, State::back);
	}

	/** Whether it is given back to the store, or about to be. */
	public boolean isGivenBack() {
		return this.state.givenBack;
	}

	/** The store was asked to confirm it, and has not. */
	void doubt() {
		STATE.updateAndGet(this, (known) -> known.with(Confirmation.FAILED));
	}

	/** A longer lease is asked for; the answer may get lost. */
	void ask(Duration longer) {
		this.keptLonger = true;
		STATE.updateAndGet(this, (known) -> known.asked(longer));
	}

	/** The store no longer knows this JVM as the holder. */
	public void disown(StoreAnswer answer) {
		end(LossReasons.storeSays(answer));
	}

	/** The store gave it to others by force. */
	public void revoke() {
		end(LossReasons.REVOKED);
	}

	private void end(String reason) {
		STATE.updateAndGet(this, State::ended);
		holds().forEach((hold) -> hold.lose(reason));
	}

	/** The lock. */
	public String key() {
		return this.key;
	}

	/** Share of the lock; {@code null} if it has the lock alone. */
	public @Nullable Share share() {
		return hold().share();
	}

	/**
	 * For how long to ask when it becomes a share. A lease that nobody renews is to last
	 * no longer by that.
	 */
	public Duration leaseOfShare() {
		Hold hold = hold();
		boolean whole = hold.lease().isRenewed() || isDoubtful();
		return hold.lease().upToMaxHold(whole ? lease() : Duration.ofNanos(remainingNanos()));
	}

	/** The acquisition. */
	public long sequence() {
		return this.sequence;
	}

	/**
	 * Since when the next elsewhere waited at the grant, on the monotonic clock, or when
	 * this JVM asked if nobody did: a fair caller that came before is older than all of
	 * them, and one that came later has to ask the store. {@code null} if it is not
	 * known, as after a grant for a caller that is not fair.
	 */
	public @Nullable Long othersSince() {
		return this.othersSince;
	}

	/** Time since it began. */
	public long nanosSoFar() {
		return this.platform.nanoTime() - this.startedAt;
	}

	/** Number of times it has passed. */
	public int passes() {
		return (int) (this.state.hold.token - this.token);
	}

	/** Whether a hold is not the first of this JVM lease. */
	boolean isPassed(Hold one) {
		return one.token != this.token;
	}

	/** Hold that has it, or had it last. */
	public Hold hold() {
		return this.state.hold;
	}

	/** The lease that is renewed: the longest of those who hold it. */
	Duration lease() {
		Duration longest = Duration.ZERO;
		for (Hold hold : holds()) {
			longest = LeaseMath.longer(longest, hold.lease().time());
		}
		return longest;
	}

	/** Whether the store may keep it although its time has ended, and should not. */
	public boolean isKeptLonger() {
		return this.keptLonger && !this.dropped;
	}

	/** Longest time for which the store keeps it from now on if it is not released. */
	public Duration longestKept() {
		State known = this.state;
		return LeaseMath.longer(known.longestKept, known.hold.lease().time());
	}

	/** Whether the store has not confirmed it. */
	public boolean isDoubtful() {
		return this.state.confirmation != Confirmation.DONE;
	}

	/** Whether its time has ended, or the store has ended it. */
	public boolean isOver() {
		return now().over;
	}

	/** Whether its validity has ended by the clock, whatever the store has said. */
	boolean isExpired() {
		return this.state.validUntil.nanosLeft(this.platform) <= 0;
	}

	/** Remaining validity; nothing once it is over. */
	long remainingNanos() {
		State known = this.state;
		long nanos = known.over ? 0 : known.validUntil.nanosLeft(this.platform);
		return (nanos > 0) ? nanos : noneUnlessChanged(Moment::nanosLeft);
	}

	/** Remaining validity whichever clock is right. */
	long assuredNanos() {
		State known = this.state;
		long nanos = known.over ? 0 : known.validUntil.assuredNanosLeft(this.platform);
		return (nanos > 0) ? nanos : noneUnlessChanged(Moment::assuredNanosLeft);
	}

	/** Its time has ended, unless the store has confirmed it at this moment. */
	private long noneUnlessChanged(ToLongBiFunction<Moment, Platform> clock) {
		State known = now();
		return known.over ? 0 : Math.max(clock.applyAsLong(known.validUntil, this.platform), 0);
	}

	/** The end of its validity, on the monotonic clock. */
	long endsAt() {
		return this.state.validUntil.nanos();
	}

	@Override
	public int hashCode() {
		return Long.hashCode(this.sequence);
	}

	/** Progress of the confirmation by the store, as of the last request. */
	private enum Confirmation {

		UNCLAIMED, CLAIMING, DONE, FAILED

	}

	/**
	 * The part of a JVM lease that changes.
	 *
	 * @param others its further holds, if readers share it
	 * @param over whether its time has ended, or the store has ended it
	 */
	private record State(Hold hold, List<Hold> others, Moment validUntil, Confirmation confirmation,
			Duration longestKept, boolean over, boolean givenBack) {

		State(Moment validUntil, Confirmation confirmation, Duration longestKept, Hold first) {
			this(first, List.of(), validUntil, confirmation, longestKept, false, false);
		}

		State heldBy(Hold next) {
			return new State(next, List.of(), this.validUntil, this.confirmation, this.longestKept, false,
					this.givenBack);
		}

		State joinedBy(Hold one) {
			List<Hold> more = new ArrayList<>(this.others);
			more.add(one);
			return new State(this.hold, more, this.validUntil, this.confirmation, this.longestKept, false,
					this.givenBack);
		}

		State leftBy(Hold one) {
			List<Hold> less = new ArrayList<>(this.others);
			Hold first = (one == this.hold) ? less.remove(less.size() - 1) : this.hold;
			less.remove(one);
			return new State(first, less, this.validUntil, this.confirmation, this.longestKept, this.over,
					this.givenBack);
		}

		/** A grant is still to be claimed if its lease was made longer before that. */
		State confirmedUntil(Moment until) {
			return new State(this.hold, this.others, this.validUntil.isBefore(until) ? until : this.validUntil,
					(this.confirmation == Confirmation.UNCLAIMED) ? Confirmation.UNCLAIMED : Confirmation.DONE,
					this.longestKept, false, this.givenBack);
		}

		State with(Confirmation next) {
			return new State(this.hold, this.others, this.validUntil, next, this.longestKept, this.over,
					this.givenBack);
		}

		State back() {
			return new State(this.hold, this.others, this.validUntil,
					(this.confirmation == Confirmation.UNCLAIMED) ? Confirmation.DONE : this.confirmation,
					this.longestKept, this.over, true);
		}

		State asked(Duration longer) {
			return new State(this.hold, this.others, this.validUntil, this.confirmation,
					LeaseMath.longer(longer, this.longestKept), this.over, this.givenBack);
		}

		State ended() {
			return this.over ? this : new State(this.hold, this.others, this.validUntil, this.confirmation,
					this.longestKept, true, this.givenBack);
		}

	}

}
