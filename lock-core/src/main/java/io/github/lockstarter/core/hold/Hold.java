package io.github.lockstarter.core.hold;

import java.lang.ref.ReferenceQueue;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockState;
import io.github.lockstarter.LockUpgradeException;
import io.github.lockstarter.LogText;
import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.core.hold.HoldCounts.Entry;
import io.github.lockstarter.core.platform.ThreadNames;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * A lock in the hands of one thread, or of the code that has its handle: the state that
 * all handles of the same acquisition share. Goes from held to lost or to closed; a
 * closed one is lost after all if the store says so in its answer to the release. The
 * monitor of its entries guards these and the changes of state; nothing is called under
 * it but the JVM lease, which takes no lock. Thread-safe.
 */
public final class Hold {

	private static final Logger logger = LoggerFactory.getLogger(Hold.class);

	private static final CompletionStage<Void> LEFT = CompletableFuture.completedFuture(null);

	private final JvmLease jvmLease;

	private final LockRequest request;

	private final HoldLease lease;

	/** Their monitor is that of this hold. */
	private final HoldCounts entries;

	final long token;

	/** Made when they are needed: thousands of holds do without. */
	private @Nullable LossCallbacks lossCallbacks;

	private volatile State state = State.HELD;

	/** Set before the state is; {@code null} if only time tells of the loss. */
	private volatile @Nullable String lossReason;

	/** The thread that may enter again. */
	private volatile @Nullable Thread thread;

	private volatile @Nullable StackTraceElement acquiredAt;

	/**
	 * @param since when it begins, on the monotonic clock
	 */
	Hold(JvmLease jvmLease, LockRequest request, long token, long since) {
		this.jvmLease = jvmLease;
		this.request = request;
		this.lease = new HoldLease(jvmLease.platform, request, since);
		this.entries = new HoldCounts(request);
		this.token = token;
	}

	/** The hold of the next holder in the same JVM lease. */
	Hold next(LockRequest next) {
		return new Hold(this.jvmLease, next, this.token + 1, this.jvmLease.platform.nanoTime());
	}

	/**
	 * Enter again.
	 * @param wanted what the thread asks for
	 * @return false if it was closed meanwhile
	 * @throws LockLostException if it was lost
	 * @throws LockUpgradeException if its thread would wait for itself
	 */
	public boolean enter(LockRequest wanted) {
		synchronized (this.entries) {
			checkNotLost();
			if (this.state == State.CLOSED) {
				return false;
			}
			if (!this.entries.covers(wanted)) {
				throw new LockUpgradeException(key(), kind(), wanted.plan.kind);
			}
			this.entries.add(wanted);
			return true;
		}
	}

	/**
	 * Leave once. After the last has left the lock passes on, or is released; when only
	 * readers are left, others may read as well. To leave more often than it was entered
	 * does nothing.
	 * @param entered the request of the one that leaves
	 * @return a stage that completes when the store was told, or could not be, or need
	 * not be
	 */
	public CompletionStage<Void> leave(LockRequest entered) {
		return leave(entered, true);
	}

	private CompletionStage<Void> leave(LockRequest entered, boolean used) {
		boolean noticed;
		boolean last;
		boolean downgraded;
		synchronized (this.entries) {
			if (!this.entries.isEnteredFor(entered)) {
				return LEFT;
			}
			this.entries.remove(entered);
			if (used) {
				this.lease.use();
			}
			noticed = this.state == State.LOST;
			last = this.entries.isLeftByAll();
			downgraded = !last && !noticed && !this.jvmLease.isDropped() && this.entries.downgrade();
			if (last) {
				this.state = isLost() ? State.LOST : State.CLOSED;
			}
		}
		return last ? leftByAll(noticed) : leftToOthers(downgraded);
	}

	private CompletionStage<Void> leftByAll(boolean noticed) {
		boolean late = this.state == State.LOST;
		CompletionStage<@Nullable StoreAnswer> released = this.jvmLease.holdLifecycle.left(this);
		if (!late) {
			return released.thenAccept(this::checkReleased);
		}
		if (!noticed) {
			this.jvmLease.holdLifecycle.lost(this, this.lease.reasonOfEnd());
			this.jvmLease.holds().forEach(Hold::expire);
		}
		if (!this.jvmLease.isDropped()) {
			this.jvmLease.holdLifecycle.leftAfterLoss(this);
		}
		return LEFT;
	}

	private CompletionStage<Void> leftToOthers(boolean downgraded) {
		if (this.entries.isDetached()) {
			this.jvmLease.holdLifecycle.detached(this);
		}
		return downgraded ? this.jvmLease.holdLifecycle.downgraded(this) : LEFT;
	}

	/** Do again what the last to leave could not do. */
	void leaveAgain() {
		this.jvmLease.holdLifecycle.left(this).thenAccept((answer) -> this.jvmLease.holdLifecycle.closed(this));
	}

	/**
	 * Take one entry off the thread. When only such entries are left, the thread can no
	 * longer enter again.
	 */
	public void detach() {
		this.entries.addDetached();
		if (this.entries.isDetached()) {
			this.jvmLease.holdLifecycle.detached(this);
		}
	}

	/** Leave an entry that was detached. */
	public CompletionStage<Void> leaveDetached(LockRequest entered) {
		this.entries.removeDetached();
		return leave(entered);
	}

	private void checkReleased(@Nullable StoreAnswer answer) {
		this.jvmLease.holdLifecycle.closed(this);
		if (answer == null || answer.state() == AcquisitionState.RELEASED) {
			return;
		}
		if (answer.state() == AcquisitionState.LOST && this.jvmLease.isExpired()) {
			BackgroundLog.log(logger, Level.INFO,
					"Lock '" + LogText.of(key())
							+ "' was left in time, but its release came to the store only when its lease had ended",
					null);
		}
		else {
			String reason = LossReasons.storeSays(answer);
			synchronized (this.entries) {
				this.lossReason = reason;
				this.state = State.LOST;
			}
			this.jvmLease.holdLifecycle.lost(this, reason);
			this.jvmLease.holdLifecycle.leftAfterLoss(this);
		}
	}

	/**
	 * Leave a lock that did not reach its caller: it is not kept for longer, and tells
	 * nothing of how long it is held.
	 * @return as of {@link #leave(LockRequest)}
	 */
	public CompletionStage<Void> abandon(LockRequest entered) {
		return leave(entered, false);
	}

	/** Abandon an entry that was detached. */
	public CompletionStage<Void> abandonDetached(LockRequest entered) {
		this.entries.removeDetached();
		return abandon(entered);
	}

	/** Leave a lock that reached nobody. */
	public CompletionStage<Void> abandon() {
		return abandon(this.request);
	}

	/** Its validity has ended. */
	void expire() {
		lose(this.lease.reasonOfEnd());
	}

	/** It was lost, unless it was closed before. */
	void lose(String reason) {
		synchronized (this.entries) {
			if (this.state != State.HELD) {
				return;
			}
			this.lossReason = reason;
			this.state = State.LOST;
		}
		this.jvmLease.holdLifecycle.lost(this, reason);
	}

	/**
	 * Remember who is to leave an entry.
	 * @param owner the handle, or the thread that has it as a JDK lock
	 * @param dropped is told when nobody can reach the owner any more
	 * @param off whether the entry is off the thread of this hold
	 */
	public void open(Object owner, @Nullable ReferenceQueue<Object> dropped, LockRequest entered, boolean off) {
		Entry entry = new Entry(owner, dropped, this, entered);
		entry.detached = off;
		this.entries.open(entry);
	}

	/** Take the entry of an owner off the thread. */
	public void detach(Object owner, LockRequest entered) {
		synchronized (this.entries) {
			Entry entry = this.entries.find(owner, entered);
			if (entry == null || entry.detached) {
				return;
			}
			entry.detached = true;
		}
		detach();
	}

	/**
	 * An owner is about to leave its entry, or somebody else is.
	 * @return whether its entry was detached
	 */
	public boolean disown(Object owner, LockRequest entered) {
		synchronized (this.entries) {
			Entry entry = this.entries.find(owner, entered);
			if (entry != null) {
				this.entries.close(entry);
			}
			return entry != null && entry.detached;
		}
	}

	/**
	 * Leave an entry whose owner can't do so any more. Its code may still run: so the
	 * lock is not released, but ends with its lease when the last entry is left.
	 */
	void drop(Entry entry) {
		boolean renewed = isHeld() && this.lease.isRenewed();
		long remaining = remainingNanos();
		synchronized (this.entries) {
			this.entries.close(entry);
			if (!this.entries.isEnteredFor(entry.request)) {
				return;
			}
			this.jvmLease.drop();
			if (entry.detached) {
				this.entries.removeDetached();
			}
		}
		leave(entry.request, false);
		if (renewed) {
			this.jvmLease.holdLifecycle.dropped(this, remaining);
		}
	}

	/**
	 * Leave what its thread had as a JDK lock, if that has ended.
	 * @return whether there was any
	 */
	boolean dropOfEndedThread() {
		Thread owner = this.thread;
		if (owner == null || owner.getState() != Thread.State.TERMINATED) {
			return false;
		}
		Entry entry = this.entries.find(owner, null);
		boolean any = entry != null;
		while (entry != null) {
			drop(entry);
			entry = this.entries.find(owner, null);
		}
		return any;
	}

	/** Callbacks for the loss. */
	public LossCallbacks lossCallbacks() {
		synchronized (this.entries) {
			LossCallbacks known = (this.lossCallbacks != null) ? this.lossCallbacks : new LossCallbacks();
			this.lossCallbacks = known;
			return known;
		}
	}

	/** Ask the store to let the lease last longer. */
	public CompletionStage<Void> extend(Duration longer) {
		return this.jvmLease.holdLifecycle.extend(this, longer);
	}

	/** Request that it was granted to. */
	public LockRequest request() {
		return this.request;
	}

	/** Lease within the limits of the request. */
	public HoldLease lease() {
		return this.lease;
	}

	/** Entries of handles and threads. */
	public HoldCounts entries() {
		return this.entries;
	}

	/** Share of the lock; {@code null} if it has the lock alone. */
	public @Nullable Share share() {
		return this.entries.share();
	}

	/** As what it has the lock. */
	public LockKind kind() {
		return this.entries.kind();
	}

	/** Whether another one can go on with what the store has on record for this one. */
	private boolean isLike(Hold other) {
		return this.lease.isLike(other.lease) && Objects.equals(share(), other.share());
	}

	/**
	 * Whether another can go on with the acquisition: one that is like it, or a reader
	 * after one that had the lock alone.
	 */
	boolean isFollowedBy(Hold other) {
		return isLike(other)
				|| (share() == null && Share.READER.equals(other.share()) && this.lease.isLike(other.lease));
	}

	/**
	 * Whether another reader can hold the same share at the same time: nothing of either
	 * ends by itself.
	 */
	boolean isJoinedBy(Hold other) {
		return Share.READER.equals(share()) && isLike(other) && this.lease.isUnlimited() && other.lease.isUnlimited();
	}

	/** The JVM lease that it belongs to. */
	public JvmLease jvmLease() {
		return this.jvmLease;
	}

	/** The lock. */
	public String key() {
		return this.jvmLease.key;
	}

	/** The number of the hold: the fencing token, if it has the lock alone. */
	public long token() {
		return this.token;
	}

	/** The fencing token, or 0 if the lock is shared. */
	public long fencingToken() {
		return (share() == null) ? this.token : 0;
	}

	/** Whether it came from another thread of this JVM, without the store. */
	public boolean isPassed() {
		return this.jvmLease.isPassed(this);
	}

	/** Whether it is neither closed nor known to be lost. */
	public boolean isHeld() {
		return this.state == State.HELD;
	}

	/** Whether the last has left it. */
	public boolean isLeft() {
		return this.state == State.CLOSED;
	}

	/** Whether it was lost. What is lost stays so. */
	public boolean isLost() {
		return this.state == State.LOST || (this.state == State.HELD && this.jvmLease.isOver());
	}

	/** Its state, for the holder. */
	public LockState state() {
		if (isLost()) {
			return LockState.LOST;
		}
		if (this.state == State.CLOSED) {
			return LockState.RELEASED;
		}
		return (this.jvmLease.isDoubtful() || isOverdue() || assuredNanos() <= 0) ? LockState.UNCERTAIN
				: LockState.HELD;
	}

	/** A renewal is due before half of the lease is over. */
	private boolean isOverdue() {
		long half = this.lease.time().toNanos() / 2;
		return this.lease.isRenewed() && remainingNanos() < half - half / 10;
	}

	/**
	 * Why it was lost.
	 * @return the reason; {@code null} if it was not
	 */
	public @Nullable String lossReason() {
		String told = this.lossReason;
		return (told == null && isLost()) ? this.lease.reasonOfEnd() : told;
	}

	/**
	 * Refuse to go on if it was lost.
	 * @throws LockLostException if it was lost
	 */
	public void checkNotLost() {
		String reason = lossReason();
		if (reason != null) {
			throw new LockLostException(key(), fencingToken(), reason);
		}
	}

	/** Remaining validity by the monotonic clock. */
	public long remainingNanos() {
		return isHeld() ? this.jvmLease.remainingNanos() : 0;
	}

	/**
	 * Remaining validity whichever clock is right.
	 * @return nanoseconds; 0 if it may not be valid
	 */
	public long assuredNanos() {
		long nanos = isHeld() ? this.jvmLease.assuredNanos() : 0;
		if (nanos == 0 && remainingNanos() > 0 && !this.jvmLease.isDoubtful()) {
			this.jvmLease.doubt();
			this.jvmLease.holdLifecycle.doubted();
		}
		return nanos;
	}

	/**
	 * The thread that may enter again.
	 * @return the thread; {@code null} if there is none
	 */
	public @Nullable Thread thread() {
		return this.thread;
	}

	void setThread(@Nullable Thread thread) {
		this.thread = thread;
	}

	/** Remember where it was acquired. */
	public void acquiredAt(@Nullable StackTraceElement where) {
		this.acquiredAt = where;
	}

	/**
	 * Place and thread of the acquisition, as far as they are known, to go on in a
	 * sentence.
	 */
	public String acquired() {
		StackTraceElement known = this.acquiredAt;
		Thread owner = this.thread;
		String where = (known != null) ? " at " + known : "";
		String who = (owner != null) ? " by thread '" + ThreadNames.name(owner) + "'" : "";
		return (where.isEmpty() && who.isEmpty()) ? "" : "; it was acquired" + where + who;
	}

	@Override
	public int hashCode() {
		return 31 * this.jvmLease.hashCode() + Long.hashCode(this.token);
	}

	private enum State {

		HELD, LOST, CLOSED

	}

}
