package io.github.lockstarter.core.hold;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.github.lockstarter.LockInstrumentation.RenewalOutcome;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LogText;
import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.core.platform.CoalescingTimer;
import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreTimes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Renews all JVM leases, and notices when one has ended. One timer looks at those that
 * are due, and renews together what is due at about the same time; each answer counts for
 * its own JVM lease. A failed renewal is no loss: it is repeated quickly until validity
 * ends. Thread-safe.
 */
public final class LeaseRenewals {

	private static final Logger logger = LoggerFactory.getLogger(LeaseRenewals.class);

	private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

	private static final long LONGEST_PAUSE_OF_CLAIM_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	/** A renewal that is not answered for so long is repeated. */
	private static final long UNANSWERED_NANOS = TimeUnit.SECONDS.toNanos(5);

	/**
	 * A renewal may come earlier by this part of its interval, to go with others that are
	 * looked at.
	 */
	private static final int EARLIER = 8;

	/** Interval at which a JVM lease is looked up that others of this JVM wait for. */
	private static final long LOOK_UP_NANOS = StoreTimes.RECHECK.toNanos();

	/** Renewals that may come so much earlier are looked for, to go with others. */
	private static final long TOGETHER_NANOS = TimeUnit.SECONDS.toNanos(2);

	/** A renewal that only looks up a JVM lease: it lengthens no lease. */
	private static final Duration NO_LONGER = Duration.ofMillis(1);

	private final Platform platform;

	private final LockSession session;

	private final EventDispatcher events;

	/** Whether somebody wants to hear of renewals. */
	private final boolean heard;

	private final @Nullable Duration interval;

	private final LeaseLimit limit;

	private final RenewalPlans plans;

	/** Whether the next look takes in every lease, due or not. */
	private volatile boolean lookAtAll;

	private final CoalescingTimer timer;

	private final DeferredClaims deferredClaims;

	private volatile @Nullable Runnable whenIdle;

	/**
	 * Create it.
	 * @param platform the clock
	 * @param session sends renewals
	 * @param timer runs the looks
	 * @param interval how often a lease is renewed; {@code null} for a third of the lease
	 * @param limit how long a lease may be
	 * @param events receives renewals
	 */
	public LeaseRenewals(Platform platform, LockSession session, Timer timer, @Nullable Duration interval,
			LeaseLimit limit, EventDispatcher events) {
		this.platform = platform;
		this.session = session;
		this.events = events;
		this.heard = events.isHeard();
		this.interval = interval;
		this.limit = limit;
		this.plans = new RenewalPlans(platform.nanoTime());
		this.timer = new CoalescingTimer(platform, timer, this::look);
		this.deferredClaims = new DeferredClaims(platform, timer);
	}

	/**
	 * Watch from now on over a JVM lease that the store has confirmed. May be repeated,
	 * if it fails half-way.
	 */
	public void start(JvmLease jvmLease, Moment sentAt) {
		watch(jvmLease, new RenewalPlan(jvmLease));
		RenewalPlan plan = jvmLease.renewal();
		if (plan != null) {
			renewLater(jvmLease, plan, sentAt);
		}
	}

	/** Whether it was not watched before. */
	private boolean watch(JvmLease jvmLease, RenewalPlan plan) {
		this.plans.count();
		boolean fresh = jvmLease.watch(plan);
		if (!fresh) {
			this.plans.countDown();
		}
		return fresh;
	}

	/** Claim a JVM lease as below, but a little later, unless it is given back before. */
	public void claimLater(JvmLease jvmLease, Supplier<CompletionStage<StoreAnswer>> request) {
		this.deferredClaims.later(() -> claim(jvmLease, request));
	}

	/** Send all claims now: the client ends. */
	public void sendClaims() {
		this.deferredClaims.sendAll();
	}

	/**
	 * Claim a JVM lease that is valid for the claim window only, and watch over it. One
	 * that was given back meanwhile is left alone, and so is one that is watched already.
	 * @param jvmLease the JVM lease
	 * @param request sends the claim
	 */
	public void claim(JvmLease jvmLease, Supplier<CompletionStage<StoreAnswer>> request) {
		RenewalPlan plan = beginClaim(jvmLease);
		if (plan != null) {
			Moment sentAt = Moment.now(this.platform);
			plan.claiming(true);
			try {
				follow(jvmLease, request.get().whenComplete((answer, thrown) -> plan.claiming(false)), sentAt);
			}
			catch (Throwable ex) {
				plan.claiming(false);
				failed(jvmLease, plan, ex);
			}
			finally {
				lookBy(plan, jvmLease.endsAt());
			}
		}
	}

	private @Nullable RenewalPlan beginClaim(JvmLease jvmLease) {
		RenewalPlan plan = new RenewalPlan(jvmLease);
		if (!watch(jvmLease, plan)) {
			return null;
		}
		if (!jvmLease.beginClaim()) {
			end(jvmLease);
			return null;
		}
		return plan;
	}

	/**
	 * Let others share a JVM lease that its holder had alone. Until the store has done
	 * so, each renewal asks for that again; meanwhile it merely lets nobody else in. A
	 * JVM lease that is yet to be claimed is claimed by that.
	 * @param jvmLease the JVM lease
	 * @param request asks for it, under the number of the JVM lease
	 * @return a stage that completes when that was answered, or has failed
	 */
	public CompletionStage<Void> share(JvmLease jvmLease, Supplier<CompletionStage<StoreAnswer>> request) {
		beginClaim(jvmLease);
		RenewalPlan plan = jvmLease.renewal();
		if (plan == null) {
			return CompletableFuture.completedStage(null);
		}
		plan.instead(request);
		return share(jvmLease, plan, request).handle((answer, thrown) -> null);
	}

	private CompletionStage<StoreAnswer> share(JvmLease jvmLease, RenewalPlan plan,
			Supplier<CompletionStage<StoreAnswer>> request) {
		Moment sentAt = Moment.now(this.platform);
		renewAt(plan, sentAt.nanos() + UNANSWERED_NANOS, 0);
		lookBy(plan, plan.nextLook(jvmLease.endsAt()));
		return follow(jvmLease, request.get().whenComplete((answer, thrown) -> {
			if (answer != null && answer.state() == AcquisitionState.GRANTED) {
				plan.instead(null);
			}
		}), sentAt);
	}

	/**
	 * Look up a JVM lease soon, and then as often as waiters ask: others of this JVM wait
	 * for it, and nobody else would tell them that it is gone from the store.
	 */
	public void lookUp(JvmLease jvmLease) {
		RenewalPlan plan = jvmLease.renewal();
		if (plan != null) {
			lookUp(jvmLease, plan, LOOK_UP_NANOS);
		}
	}

	/**
	 * Look up a JVM lease now that was released by force according to a message. Only the
	 * store's answer counts, since others may send messages, and many of them.
	 */
	public void perhapsRevoked(JvmLease jvmLease) {
		RenewalPlan plan = jvmLease.renewal();
		if (plan != null) {
			plan.perhapsRevoked(this.platform.nanoTime());
			lookUp(jvmLease, plan, SHORTEST_PAUSE_NANOS);
		}
	}

	private void lookUp(JvmLease jvmLease, RenewalPlan plan, long nanos) {
		if (this.whenIdle == null) {
			plan.onlyLooksUp = !jvmLease.hold().lease().isRenewed();
			long at = this.platform.nanoTime() + nanos;
			plan.renewBy(at, 0);
			lookBy(plan, at);
		}
	}

	/** Watch no more. */
	public void end(JvmLease jvmLease) {
		RenewalPlan plan = jvmLease.unwatch();
		if (plan != null) {
			this.plans.remove(plan);
		}
		Runnable task = this.whenIdle;
		if (task != null && this.plans.isEmpty()) {
			task.run();
		}
	}

	/** Renew no more, but still notice the end of validity. */
	public void stop(Runnable task) {
		this.whenIdle = task;
		if (this.plans.isEmpty()) {
			task.run();
		}
	}

	/**
	 * Look at all JVM leases now: there is a sign that some may have ended unnoticed.
	 */
	public void lookNow() {
		this.lookAtAll = true;
		this.timer.wake(this.platform.nanoTime());
	}

	/** Whether no JVM lease is watched. */
	public boolean isIdle() {
		return this.plans.isEmpty();
	}

	/**
	 * Whether a hold is to be renewed, and yet nothing is planned for that; for tests.
	 */
	public boolean isNeglected(Hold hold) {
		JvmLease jvmLease = hold.jvmLease();
		if (this.whenIdle != null || !hold.isHeld() || !hold.lease().isRenewed() || jvmLease.isOver()
				|| jvmLease.isUnclaimed()) {
			return false;
		}
		RenewalPlan plan = jvmLease.renewal();
		return plan == null || !plan.isPlanned(this.platform.nanoTime(), this.timer);
	}

	/** Number of its timers that are set. */
	public int timers() {
		return (this.timer.isSet() ? 1 : 0) + (this.deferredClaims.timer().isSet() ? 1 : 0);
	}

	/** Let a lease last longer. */
	public CompletionStage<Void> extend(Hold hold, Duration lease) {
		hold.checkNotLost();
		JvmLease jvmLease = hold.jvmLease();
		Duration asked = hold.lease().upToMaxHold(lease);
		this.limit.check(asked);
		jvmLease.ask(asked);
		Moment sentAt = Moment.now(this.platform);
		return this.session.renew(hold.key(), jvmLease.sequence(), asked).thenAccept((answer) -> {
			if (answer.state() != AcquisitionState.GRANTED) {
				jvmLease.disown(answer);
				throw new LockLostException(hold.key(), hold.fencingToken(), LossReasons.storeSays(answer));
			}
			hold.lease().lengthen(lease);
			jvmLease.confirm(sentAt, answer.remaining());
			RenewalPlan plan = jvmLease.renewal();
			if (plan != null) {
				renewLater(jvmLease, plan, sentAt);
			}
			hold.checkNotLost();
		});
	}

	private void renewLater(JvmLease jvmLease, RenewalPlan plan, Moment sentAt) {
		plan.confirmed(sentAt);
		HoldLease lease = jvmLease.hold().lease();
		plan.onlyLooksUp = !lease.isRenewed();
		if (!plan.onlyLooksUp) {
			long interval = intervalNanos(lease);
			renewAt(plan, sentAt.nanos() + interval, interval / EARLIER);
		}
		else if (plan.instead() == null) {
			plan.renewNoMore();
		}
		lookUpIfWanted(jvmLease, plan, sentAt);
		lookBy(plan, plan.nextLook(jvmLease.endsAt()));
	}

	/**
	 * Keep to a look-up that is wanted. A thread that wants one sets a flag and then
	 * plans it; this thread has planned the next renewal and then reads the flag: so
	 * neither undoes the other.
	 */
	private void lookUpIfWanted(JvmLease jvmLease, RenewalPlan plan, Moment sentAt) {
		if (this.whenIdle != null) {
			return;
		}
		if (jvmLease.awaited) {
			plan.renewBy(sentAt.nanos() + LOOK_UP_NANOS, LOOK_UP_NANOS / EARLIER);
		}
		if (plan.isPerhapsRevoked()) {
			plan.renewBy(this.platform.nanoTime() + SHORTEST_PAUSE_NANOS, 0);
		}
	}

	private void renewAt(RenewalPlan plan, long at, long earlier) {
		if (this.whenIdle == null) {
			plan.renewAt(at, earlier);
		}
		else {
			plan.renewNoMore();
		}
	}

	private void lookBy(RenewalPlan plan, long at) {
		this.plans.putBy(plan, at);
		if (!this.timer.wake(at)) {
			FailureIsolation.run("A message", () -> BackgroundLog.log(logger, Level.DEBUG,
					"The client is closed: the lease of lock '" + LogText.of(plan.jvmLease.key()) + "' ends by itself",
					null));
		}
	}

	/**
	 * The interval was chosen for the usual lease: for a lease too short for it, a third.
	 */
	private long intervalNanos(HoldLease renewed) {
		long lease = renewed.time().toNanos();
		Duration chosen = this.interval;
		return (chosen != null && chosen.toNanos() < lease / 2) ? chosen.toNanos() : lease / 3;
	}

	/**
	 * Several attempts fit into the rest of a lease. A claim is repeated soon: after a
	 * failover, only its answer shows whether the new server has the grant.
	 */
	private long retryNanos(JvmLease jvmLease, RenewalPlan plan) {
		long most = plan.isConfirmed() ? intervalNanos(jvmLease.hold().lease()) / 8 : LONGEST_PAUSE_OF_CLAIM_NANOS;
		return Math.max(Math.min(most, jvmLease.remainingNanos() / 4), SHORTEST_PAUSE_NANOS);
	}

	/**
	 * Do what is due. After a look that failed the next one takes in all leases, since
	 * some may not be in their slots.
	 */
	private long look() {
		long now = this.platform.nanoTime();
		boolean all = this.lookAtAll;
		if (all) {
			this.lookAtAll = false;
		}
		boolean done = false;
		try {
			List<RenewalPlan> looked = all ? this.plans.beginAll(now) : this.plans.begin(now, now + TOGETHER_NANOS);
			boolean suspicious = renewDue(looked, now);
			looked.forEach((plan) -> this.plans.putBy(plan, now + plan.idleNanos(now, plan.jvmLease.remainingNanos())));
			done = !suspicious || all;
		}
		finally {
			this.lookAtAll |= !done;
		}
		long next = this.lookAtAll ? now : this.plans.next();
		return (next != Long.MAX_VALUE) ? next - now : next;
	}

	/**
	 * @return whether it seems that the machine was suspended or the wall clock set,
	 * which concerns all leases
	 */
	private boolean renewDue(List<RenewalPlan> looked, long now) {
		List<JvmLease> due = new ArrayList<>();
		AtomicBoolean suspicious = new AtomicBoolean();
		looked.forEach((plan) -> FailureIsolation.run(() -> "A look at lock '" + LogText.of(plan.jvmLease.key) + "'",
				() -> look(plan.jvmLease, plan, now, due, suspicious)));
		if (!due.isEmpty()) {
			renew(due);
		}
		return suspicious.get();
	}

	private void look(JvmLease jvmLease, RenewalPlan plan, long now, List<JvmLease> due, AtomicBoolean suspicious) {
		Hold hold = jvmLease.hold();
		if (jvmLease.isLeft()) {
			plan.leftBehind(now, hold);
		}
		else if (jvmLease.isOver()) {
			end(jvmLease);
			jvmLease.holds().forEach(Hold::expire);
		}
		else {
			plan.held();
			boolean left = jvmLease.dropOfEndedThreads() && jvmLease.isLeft();
			boolean becomesSuspicious = !left && plan.becomes(isSuspicious(jvmLease));
			if (becomesSuspicious) {
				suspicious.set(true);
			}
			if (becomesSuspicious || (!left && plan.isDue(now))) {
				addDue(jvmLease, plan, due);
			}
		}
	}

	private void addDue(JvmLease jvmLease, RenewalPlan plan, List<JvmLease> due) {
		Supplier<CompletionStage<StoreAnswer>> instead = plan.instead();
		if (jvmLease.awaited && !this.session.isListening(jvmLease.key())) {
			FailureIsolation.run("Listening for a lock", () -> this.session.listen(jvmLease.key()));
		}
		if (instead != null) {
			share(jvmLease, plan, instead);
		}
		else {
			due.add(jvmLease);
		}
	}

	/** The machine was suspended, or the wall clock was set. */
	private boolean isSuspicious(JvmLease jvmLease) {
		return jvmLease.hold().lease().isRenewed()
				&& jvmLease.remainingNanos() - jvmLease.assuredNanos() > TimeUnit.MILLISECONDS.toNanos(500);
	}

	private void renew(List<JvmLease> due) {
		Moment sentAt = Moment.now(this.platform);
		List<CompletionStage<StoreAnswer>> renewals;
		try {
			renewals = this.session.renew(due.stream().map(this::request).toList());
		}
		catch (Throwable ex) {
			renewals = due.stream().map((jvmLease) -> CompletableFuture.<StoreAnswer>failedStage(ex)).toList();
		}
		for (int i = 0; i < due.size(); i++) {
			JvmLease jvmLease = due.get(i);
			CompletionStage<StoreAnswer> renewal = renewals.get(i);
			RenewalPlan plan = jvmLease.renewal();
			if (plan != null) {
				renewAt(plan, sentAt.nanos() + UNANSWERED_NANOS, 0);
				if (this.heard && !plan.onlyLooksUp) {
					LockRequest renewed = jvmLease.hold().request();
					renewal = renewal.whenComplete((answer, failure) -> count(renewed, answer));
				}
				follow(jvmLease, renewal, sentAt);
			}
		}
	}

	private void count(LockRequest renewed, @Nullable StoreAnswer answer) {
		if (answer == null) {
			this.events.renewed(renewed, RenewalOutcome.FAILED);
		}
		else {
			boolean done = answer.state() == AcquisitionState.GRANTED;
			this.events.renewed(renewed, done ? RenewalOutcome.DONE : RenewalOutcome.REFUSED);
		}
	}

	private RenewRequest request(JvmLease jvmLease) {
		RenewalPlan plan = jvmLease.renewal();
		boolean longer = plan != null && !plan.onlyLooksUp;
		return new RenewRequest(jvmLease.key(), jvmLease.sequence(),
				longer ? jvmLease.hold().lease().upToMaxHold(jvmLease.lease()) : NO_LONGER);
	}

	private CompletionStage<StoreAnswer> follow(JvmLease jvmLease, CompletionStage<StoreAnswer> renewal,
			Moment sentAt) {
		return renewal.whenComplete((answer, thrown) -> {
			RenewalPlan plan = jvmLease.renewal();
			if (plan == null) {
				return;
			}
			if (answer == null) {
				failed(jvmLease, plan, thrown);
			}
			else if (answer.state() == AcquisitionState.GRANTED) {
				jvmLease.confirm(sentAt, answer.remaining());
				renewLater(jvmLease, plan, sentAt);
			}
			else if (plan.isPerhapsRevoked()) {
				jvmLease.revoke();
			}
			else {
				jvmLease.disown(answer);
			}
		});
	}

	private void failed(JvmLease jvmLease, RenewalPlan plan, @Nullable Throwable thrown) {
		boolean lookedUp = plan.isConfirmed() && !jvmLease.hold().lease().isRenewed();
		if (!lookedUp) {
			jvmLease.doubt();
		}
		long pause = lookedUp ? LOOK_UP_NANOS : retryNanos(jvmLease, plan);
		long at = this.platform.nanoTime() + pause;
		renewAt(plan, at, 0);
		lookBy(plan, at);
		FailureIsolation.run("A message", () -> BackgroundLog.log(logger, Level.DEBUG,
				"Lock '" + LogText.of(jvmLease.key()) + "' was not renewed, trying again", thrown));
		this.events.storeFailed(StoreFailures.of(thrown));
	}

}
