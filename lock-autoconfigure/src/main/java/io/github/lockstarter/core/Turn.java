package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * What this JVM holds in the store: one acquisition, from its grant until it is given
 * back. Meanwhile the lock may pass from thread to thread, each with a {@link Hold} and a
 * fencing token of its own; the store knows nothing of that, so lease and limits of who
 * comes next are looked at here.
 */
final class Turn {

	/** Far more than a round trip takes. */
	private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

	private final Engine engine;

	private final String key;

	private final long sequence;

	private final long token;

	private volatile Duration askedLease;

	private final long startedAt = System.nanoTime();

	private volatile Hold hold;

	private volatile long validUntil;

	private volatile Confirmation confirmation = Confirmation.DONE;

	/** Whether the store has said that it is over. */
	private boolean disowned;

	private volatile boolean renewalPlanned;

	private volatile long renewAt;

	/**
	 * Begin a turn.
	 * @param head the first to hold the lock
	 * @param token the fencing token of the grant, after which more are reserved
	 * @param askedLease how long the store may keep it if it is not released
	 */
	Turn(Engine engine, Waiter head, long sequence, long token, long validUntil, Duration askedLease) {
		this.engine = engine;
		this.key = head.key();
		this.sequence = sequence;
		this.token = token;
		this.validUntil = validUntil;
		this.askedLease = askedLease;
		this.hold = new Hold(engine, this, head, token);
	}

	/**
	 * Pass the lock from its holder, who has left, to the next of this JVM.
	 * @return its hold, or {@code null} if the lock has to be given back to the store
	 */
	synchronized @Nullable Hold pass(Waiter to) {
		if (this.disowned || !isWithinBounds()) {
			return null;
		}
		Hold next = new Hold(this.engine, this, to, this.hold.token() + 1);
		if (!this.hold.isLike(next) || remainingNanos() < leastNanos(next)) {
			return null;
		}
		this.hold = next;
		return next;
	}

	/** So that the threads of other JVMs keep their turn. */
	private boolean isWithinBounds() {
		LocalHandover bounds = this.engine.localHandover();
		return passes() < bounds.maxPasses() && System.nanoTime() - this.startedAt < bounds.maxTime().toNanos();
	}

	/**
	 * With less validity than this it does not pass on. A lease that nobody renews has to
	 * be whole, as nearly as one can tell; one that is being claimed goes on as it began.
	 */
	private long leastNanos(Hold next) {
		long lease = next.lease().toNanos();
		return switch (this.confirmation) {
			case DONE -> Math.max(next.isRenewed() ? lease / 100 * 45 : lease / 100 * 95, SHORTEST_NANOS);
			case CLAIMING -> Inquiry.USABLE_NANOS;
			case FAILED -> Long.MAX_VALUE;
		};
	}

	/**
	 * The store confirmed the lease. Too late when it was lost already.
	 * @param sentAt when that was asked for
	 * @param confirmed the lease from then on at least
	 */
	synchronized void confirm(long sentAt, Duration confirmed) {
		long until = Lease.validUntil(sentAt, confirmed);
		if (!this.disowned && remainingNanos() > 0) {
			this.confirmation = Confirmation.DONE;
			if (until - this.validUntil > 0) {
				this.validUntil = until;
				this.hold.confirmed(confirmed);
			}
		}
	}

	/**
	 * It is valid for a claim window only, and the claim is under way.
	 */
	void claiming() {
		this.confirmation = Confirmation.CLAIMING;
	}

	/**
	 * The store was asked to confirm it, and has not.
	 */
	void doubt() {
		this.confirmation = Confirmation.FAILED;
	}

	/**
	 * The store no longer knows this JVM as the holder.
	 */
	void disown(StoreAnswer answer) {
		disown(Losses.storeSays(answer));
	}

	/**
	 * The store gave it to others by force.
	 */
	void revoke() {
		disown(Losses.REVOKED);
	}

	private void disown(String reason) {
		synchronized (this) {
			this.disowned = true;
		}
		this.hold.lose(reason);
	}

	String key() {
		return this.key;
	}

	long sequence() {
		return this.sequence;
	}

	/** How often it has passed. */
	int passes() {
		return (int) (this.hold.token() - this.token);
	}

	/** Whether a hold is not the first of this turn. */
	boolean isPassed(Hold one) {
		return one.token() != this.token;
	}

	/** Who holds it, or held it last. */
	Hold hold() {
		return this.hold;
	}

	/** How long the store may keep it from now on if it is not released. */
	Duration longestLease() {
		return Lease.longer(this.askedLease, this.hold.lease());
	}

	/**
	 * A longer lease is asked for; the answer may get lost.
	 */
	void ask(Duration longer) {
		this.askedLease = Lease.longer(longer, this.askedLease);
	}

	boolean isDoubtful() {
		return this.confirmation != Confirmation.DONE;
	}

	long remainingNanos() {
		return this.validUntil - System.nanoTime();
	}

	void planRenewal(long at) {
		this.renewAt = at;
		this.renewalPlanned = true;
	}

	/**
	 * Take a planned renewal that is due by a certain moment.
	 */
	boolean takeRenewal(long by) {
		boolean due = this.renewalPlanned && this.renewAt - by <= 0;
		if (due) {
			this.renewalPlanned = false;
		}
		return due;
	}

	/** How long nothing needs to happen: neither a renewal nor the end. */
	long idleNanos(long now) {
		long rest = this.validUntil - now;
		return this.renewalPlanned ? Math.min(this.renewAt - now, rest) : rest;
	}

	/** How the last attempt to have it confirmed went. */
	private enum Confirmation {

		DONE, CLAIMING, FAILED

	}

}
