package io.github.lockstarter.core.hold;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * The request of one call: which locks, and how to take them. Immutable.
 */
public final class LockRequest {

	/** So many are all named in a message. */
	private static final int FEW_KEYS = 5;

	final LockPlan plan;

	private final String name;

	private final List<String> keys;

	final Duration leaseTime;

	/**
	 * Create a request.
	 * @param plan how to take the locks
	 * @param name the name of the locks; empty if they have none
	 * @param keys their keys, sorted
	 */
	public LockRequest(LockPlan plan, String name, List<String> keys) {
		this(plan, name, keys, plan.leaseTime);
	}

	private LockRequest(LockPlan plan, String name, List<String> keys, Duration leaseTime) {
		this.plan = plan;
		this.name = name;
		this.keys = keys;
		this.leaseTime = leaseTime;
	}

	/** The same with a lease that was chosen by the hold times. */
	public LockRequest withLease(Duration chosen) {
		return new LockRequest(this.plan, this.name, this.keys, this.plan.within(chosen));
	}

	/** The same for any number of waiters and attempts, as a lock of the JDK has them. */
	public LockRequest unbounded() {
		return new LockRequest(this.plan.unbounded(), this.name, this.keys, this.leaseTime);
	}

	/** Plan by which the locks are taken. */
	public LockPlan plan() {
		return this.plan;
	}

	/** Share that is wanted; {@code null} for the lock alone. */
	public @Nullable Share share() {
		return this.plan.share;
	}

	/**
	 * Number of permits that are wanted of a lock that is shared; 0 for the lock alone.
	 */
	public int permits() {
		Share share = this.plan.share;
		return (share != null) ? share.permits() : 0;
	}

	/** The kind of lock. */
	public LockKind kind() {
		return this.plan.kind;
	}

	/** The call as listeners and instrumentation see it. */
	public LockCall call() {
		return new LockCall(this.name, this.keys, this.plan.kind);
	}

	public String name() {
		return this.name;
	}

	public List<String> keys() {
		return this.keys;
	}

	/** The keys as messages show them: of many only the first ones. */
	public String lock() {
		return (this.keys.size() <= FEW_KEYS) ? String.join(", ", this.keys)
				: String.join(", ", this.keys.subList(0, FEW_KEYS)) + " and " + (this.keys.size() - FEW_KEYS) + " more";
	}

	public Duration waitTime() {
		return this.plan.waitTime;
	}

	/** The lease to ask for. */
	public Duration leaseTime() {
		return this.leaseTime;
	}

	/** Whether a thread that holds the lock already enters it again. */
	public boolean isReentrant() {
		return this.plan.reentrant;
	}

	public boolean autoRenew() {
		return this.plan.autoRenew;
	}

	public Duration maxHold() {
		return this.plan.maxHold;
	}

	/** Time after which the lock is reported; {@code null} for never. */
	public @Nullable Duration warnAfter() {
		return this.plan.warnAfter;
	}

	public int maxWaiters() {
		return this.plan.maxWaiters;
	}

	public LossPolicy onLoss() {
		return this.plan.onLoss;
	}

}
