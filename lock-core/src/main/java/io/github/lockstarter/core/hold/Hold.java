package io.github.lockstarter.core.hold;

import java.lang.ref.ReferenceQueue;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockState;
import io.github.lockstarter.LockUpgradeException;
import io.github.lockstarter.Printable;
import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.core.platform.ThreadNames;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * A lock in the hands of one thread, or of the code that has its handle: the state that
 * all handles of the same acquisition share. Goes from held to lost or to closed; a
 * closed one is lost after all if the store says so in its answer to the release. The
 * monitor guards entries, lease and the changes of state; nothing is called under it but
 * the turn, which takes no lock. Thread-safe.
 */
public final class Hold extends Entries {

	private static final Logger logger = LoggerFactory.getLogger(Hold.class);

	private static final CompletionStage<Void> LEFT = CompletableFuture.completedFuture(null);

	private final Turn turn;

	private final long token;

	/** Made when they are needed: thousands of holds do without. */
	private @Nullable LossCallbacks lossCallbacks;

	private final SlowReport report;

	private volatile State state = State.HELD;

	/** Set before the state is; {@code null} if only time tells of the loss. */
	private volatile @Nullable String lossReason;

	/** The thread that may enter again. */
	private volatile @Nullable Thread thread;

	private volatile @Nullable StackTraceElement acquiredAt;

	Hold(Turn turn, LockRequest request, long token) {
		super(turn.platform(), request);
		this.turn = turn;
		this.token = token;
		this.report = SlowReport.after(request.warnAfter());
	}

	/** The hold of the next holder in the same turn. */
	Hold next(LockRequest next) {
		return new Hold(this.turn, next, this.token + 1);
	}

	/**
	 * Enter again.
	 * @param wanted what the thread asks for
	 * @return false if it was closed meanwhile
	 * @throws LockLostException if it was lost
	 * @throws LockUpgradeException if its thread would wait for itself
	 */
	public synchronized boolean enter(LockRequest wanted) {
		checkNotLost();
		if (this.state == State.CLOSED) {
			return false;
		}
		if (!covers(wanted)) {
			throw new LockUpgradeException(key(), kind(), wanted.call().kind());
		}
		add(wanted);
		return true;
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
		synchronized (this) {
			if (!isEnteredFor(entered)) {
				return LEFT;
			}
			remove(entered);
			if (used) {
				use();
			}
			noticed = this.state == State.LOST;
			last = isLeftByAll();
			downgraded = !last && !noticed && !this.turn.isDropped() && downgrade();
			if (last) {
				this.state = isLost() ? State.LOST : State.CLOSED;
			}
		}
		return last ? leftByAll(noticed) : leftToOthers(downgraded);
	}

	private CompletionStage<Void> leftByAll(boolean noticed) {
		boolean late = this.state == State.LOST;
		CompletionStage<@Nullable StoreAnswer> released = this.turn.keeper().left(this);
		if (!late) {
			return released.thenAccept(this::checkReleased);
		}
		if (!noticed) {
			this.turn.keeper().lost(this, reasonOfEnd());
			this.turn.holds().forEach(Hold::expire);
		}
		if (!this.turn.isDropped()) {
			this.turn.keeper().leftLate(this);
		}
		return LEFT;
	}

	private CompletionStage<Void> leftToOthers(boolean downgraded) {
		if (isDetached()) {
			this.turn.keeper().detached(this);
		}
		return downgraded ? this.turn.keeper().downgraded(this) : LEFT;
	}

	/** Do again what the last to leave could not do. */
	void leaveAgain() {
		this.turn.keeper().left(this).thenAccept((answer) -> this.turn.keeper().closed(this));
	}

	/**
	 * Take one entry off the thread. When only such entries are left, the thread can no
	 * longer enter again.
	 */
	public void detach() {
		addDetached();
		if (isDetached()) {
			this.turn.keeper().detached(this);
		}
	}

	/** Leave an entry that was detached. */
	public CompletionStage<Void> leaveDetached(LockRequest entered) {
		removeDetached();
		return leave(entered);
	}

	private void checkReleased(@Nullable StoreAnswer answer) {
		this.turn.keeper().closed(this);
		if (answer == null || answer.state() == AcquisitionState.RELEASED) {
			return;
		}
		if (answer.state() == AcquisitionState.LOST && this.turn.isExpired()) {
			BackgroundLog.log(logger, Level.INFO,
					"Lock '" + Printable.of(key())
							+ "' was left in time, but its release came to the store only when its lease had ended",
					null);
		}
		else {
			String reason = LossReasons.storeSays(answer);
			synchronized (this) {
				this.lossReason = reason;
				this.state = State.LOST;
			}
			this.turn.keeper().lost(this, reason);
			this.turn.keeper().leftLate(this);
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
		removeDetached();
		return abandon(entered);
	}

	/** Leave a lock that reached nobody. */
	public CompletionStage<Void> abandon() {
		return abandon(request());
	}

	/** Its validity has ended. */
	void expire() {
		lose(reasonOfEnd());
	}

	/** It was lost, unless it was closed before. */
	void lose(String reason) {
		synchronized (this) {
			if (this.state != State.HELD) {
				return;
			}
			this.lossReason = reason;
			this.state = State.LOST;
		}
		this.turn.keeper().lost(this, reason);
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
		open(entry);
	}

	/** Take the entry of an owner off the thread. */
	public void detach(Object owner, LockRequest entered) {
		synchronized (this) {
			Entry entry = find(owner, entered);
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
	public synchronized boolean disown(Object owner, LockRequest entered) {
		Entry entry = find(owner, entered);
		if (entry != null) {
			close(entry);
		}
		return entry != null && entry.detached;
	}

	/**
	 * Leave an entry whose owner can't do so any more. Its code may still run: so the
	 * lock is not released, but ends with its lease when the last entry is left.
	 */
	@Override
	void drop(Entry entry) {
		boolean renewed = isHeld() && isRenewed();
		long remaining = remainingNanos();
		synchronized (this) {
			close(entry);
			if (!isEnteredFor(entry.request())) {
				return;
			}
			this.turn.drop();
			if (entry.detached) {
				removeDetached();
			}
		}
		leave(entry.request(), false);
		if (renewed) {
			this.turn.keeper().dropped(this, remaining);
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
		Entry entry = find(owner, null);
		boolean any = entry != null;
		while (entry != null) {
			drop(entry);
			entry = find(owner, null);
		}
		return any;
	}

	/** What runs when it is lost. */
	public synchronized LossCallbacks lossCallbacks() {
		LossCallbacks known = (this.lossCallbacks != null) ? this.lossCallbacks : new LossCallbacks();
		this.lossCallbacks = known;
		return known;
	}

	/** Ask the store to let the lease last longer. */
	public CompletionStage<Void> extend(Duration longer) {
		return this.turn.keeper().extend(this, longer);
	}

	/** The turn that it belongs to. */
	public Turn turn() {
		return this.turn;
	}

	/** The lock. */
	public String key() {
		return this.turn.key();
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
		return this.turn.isPassed(this);
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
		return this.state == State.LOST || (this.state == State.HELD && this.turn.isOver());
	}

	/** Its state, for the holder. */
	public LockState state() {
		if (isLost()) {
			return LockState.LOST;
		}
		if (this.state == State.CLOSED) {
			return LockState.RELEASED;
		}
		return (this.turn.isDoubtful() || isOverdue() || assuredNanos() <= 0) ? LockState.UNCERTAIN : LockState.HELD;
	}

	/** A renewal is due before half of the lease is over. */
	private boolean isOverdue() {
		long half = lease().toNanos() / 2;
		return isRenewed() && remainingNanos() < half - half / 10;
	}

	/**
	 * Why it was lost.
	 * @return the reason; {@code null} if it was not
	 */
	public @Nullable String lossReason() {
		String told = this.lossReason;
		return (told == null && isLost()) ? reasonOfEnd() : told;
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

	/** How long it is valid by the monotonic clock. */
	public long remainingNanos() {
		return isHeld() ? this.turn.remainingNanos() : 0;
	}

	/**
	 * How long it is valid whichever clock is right.
	 * @return nanoseconds; 0 if it may not be valid
	 */
	public long assuredNanos() {
		long nanos = isHeld() ? this.turn.assuredNanos() : 0;
		if (nanos == 0 && remainingNanos() > 0 && !this.turn.isDoubtful()) {
			this.turn.doubt();
			this.turn.keeper().doubted();
		}
		return nanos;
	}

	/** When it is reported that it lasts long. */
	public SlowReport report() {
		return this.report;
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

	/** Where and by whom it was acquired, as far as is known, to go on in a sentence. */
	public String acquired() {
		StackTraceElement known = this.acquiredAt;
		Thread owner = this.thread;
		String where = (known != null) ? " at " + known : "";
		String who = (owner != null) ? " by thread '" + ThreadNames.name(owner) + "'" : "";
		return (where.isEmpty() && who.isEmpty()) ? "" : "; it was acquired" + where + who;
	}

	@Override
	public int hashCode() {
		return 31 * this.turn.hashCode() + Long.hashCode(this.token);
	}

	private enum State {

		HELD, LOST, CLOSED

	}

}
