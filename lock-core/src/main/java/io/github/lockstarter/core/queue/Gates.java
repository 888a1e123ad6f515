package io.github.lockstarter.core.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.containment.Contained;
import io.github.lockstarter.core.hold.Granted;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.HoldKeeper;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.hold.Turn;
import io.github.lockstarter.core.platform.CoalescingTimer;
import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;
import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The gates that are in use: one for each lock that is waited for or held in this JVM.
 * One {@link GateTimer timer} drives all of them on. Thread-safe.
 */
public final class Gates implements GateOwner, QueueOwner, GrantListener {

	private final Platform platform;

	private final Timer timer;

	private final StoreRequests requests;

	private final LocalHandover bounds;

	private final Function<Waiter, @Nullable Refusal> refusals;

	private final Consumer<Hold> began;

	private final Consumer<Waiter> waits;

	private final HoldKeeper keeper;

	private final Map<String, Gate> gates = new ConcurrentHashMap<>();

	private final RecheckPace pace = new RecheckPace();

	private final GateTimer deadlines;

	/** Create it without gates. */
	public Gates(Platform platform, Timer timer, StoreRequests requests, LocalHandover bounds,
			Function<Waiter, @Nullable Refusal> refusals, Consumer<Hold> began, Consumer<Waiter> waits,
			HoldKeeper keeper) {
		this.platform = platform;
		this.timer = timer;
		this.requests = requests;
		this.bounds = bounds;
		this.refusals = refusals;
		this.began = began;
		this.waits = waits;
		this.keeper = keeper;
		this.deadlines = new GateTimer(platform, timer, requests, this.pace, this.gates.values());
	}

	/**
	 * Let a waiter join the queue of its lock. When this throws, the waiter has to leave.
	 */
	public void join(Waiter waiter) {
		while (!gate(waiter.key()).enter((queue) -> queue.join(waiter))) {
			Thread.onSpinWait();
		}
		if (!waiter.isDone()) {
			this.waits.accept(waiter);
		}
	}

	/**
	 * Let waiters of one call join the queues of their locks, and ask for these together:
	 * from the first on, as long as nobody else in this JVM has to do with the lock. Each
	 * is served once all before it are; else it is {@linkplain Refusal#isPassedOver()
	 * passed over}. When this throws, all have to leave.
	 * @param waiters the waiters, in the order of their locks
	 * @return how many have joined
	 */
	public int joinTogether(List<Waiter> waiters) {
		List<Ask> asks = new ArrayList<>(waiters.size());
		Ask ask = joinTogether(waiters.get(0), true);
		while (ask != null) {
			asks.add(ask);
			ask = (asks.size() < waiters.size()) ? joinTogether(waiters.get(asks.size()), false) : null;
		}
		if (!asks.isEmpty()) {
			this.requests.acquireInOrder(asks);
		}
		asks.stream().map(Ask::head).filter((waiter) -> !waiter.isDone()).forEach(this.waits);
		return asks.size();
	}

	private @Nullable Ask joinTogether(Waiter waiter, boolean first) {
		AtomicReference<@Nullable Ask> ask = new AtomicReference<>();
		while (!gate(waiter.key()).enter((queue) -> ask.set(queue.joinTogether(waiter, first)))) {
			Thread.onSpinWait();
		}
		return ask.get();
	}

	/**
	 * Add a visitor of a lock, which joins again and again to ask, and waits in between.
	 */
	public void visit(Waiter visitor) {
		while (!gate(visitor.key()).enter((queue) -> queue.visit(visitor))) {
			Thread.onSpinWait();
		}
		this.waits.accept(visitor);
	}

	Gate gate(String key) {
		Gate known = this.gates.get(key);
		if (known == null) {
			Gate fresh = new Gate(this, key);
			known = this.gates.putIfAbsent(key, fresh);
			return (known != null) ? known : fresh;
		}
		return known;
	}

	@Override
	public LocalQueue queue(String key, GateMutex mutex) {
		return new LocalQueue(key, mutex, this.platform, this, this.requests, this.pace);
	}

	/** A waiter comes for what it was offered. */
	public void take(Waiter waiter) {
		at(waiter.key(), (queue) -> queue.take(waiter));
	}

	/**
	 * Let a waiter or a visitor go that was not served: afterwards it is done, one way or
	 * another, or about to be.
	 * @param waiter the waiter
	 */
	public void leave(Waiter waiter) {
		at(waiter.key(), (queue) -> queue.leave(waiter));
	}

	/** A waiter's time for others is over. */
	public long timeIsOver(Waiter waiter) {
		Gate gate = this.gates.get(waiter.key());
		return (gate != null) ? gate.ask((queue) -> queue.timeIsOver(waiter)) : Long.MAX_VALUE;
	}

	/** Whether a waiter waits for a store that does not answer, and not for a holder. */
	public boolean isUnavailable(Waiter waiter) {
		Gate gate = this.gates.get(waiter.key());
		return gate != null && gate.ask((queue) -> queue.isUnavailable(waiter));
	}

	/** The last has left a hold. */
	public CompletionStage<@Nullable StoreAnswer> left(Hold hold) {
		Gate gate = this.gates.get(hold.key());
		if (gate != null) {
			return gate.ask((queue) -> queue.left(hold));
		}
		CompletableFuture<@Nullable StoreAnswer> released = new CompletableFuture<>();
		Turn turn = hold.turn();
		if (turn.has(hold) && !turn.isGivenBack() && !turn.isDropped()) {
			turn.giveBack();
			this.requests.release(hold, released);
		}
		else {
			released.complete(null);
		}
		return released;
	}

	/**
	 * A turn is a share from now on, which this JVM had alone.
	 * @return a stage that completes when the store has heard of it, or could not
	 */
	public CompletionStage<Void> downgraded(Turn turn) {
		Gate gate = this.gates.get(turn.key());
		return (gate != null) ? gate.ask((queue) -> queue.downgraded(turn)) : CompletableFuture.completedStage(null);
	}

	/** A turn was lost. */
	public void lost(Turn turn) {
		at(turn.key(), (queue) -> queue.lost(turn));
	}

	@Override
	public void granted(Grant grant) {
		Moment receivedAt = this.platform.now();
		at(grant.key(), (queue) -> queue.conversation().pushed(grant, receivedAt));
	}

	@Override
	public void revoked(String key, long sequence) {
		Turn turn = turn(key, (queue) -> queue.turn(sequence));
		if (turn != null) {
			turn.revoke();
		}
	}

	/** A message says so, and anybody may have sent it. */
	public void perhapsRevoked(String key, long sequence) {
		Turn turn = turn(key, (queue) -> queue.turn(sequence));
		if (turn != null) {
			this.requests.perhapsRevoked(turn);
		}
	}

	@Override
	public void disowned(String key, long sequence, StoreAnswer answer) {
		Turn turn = turn(key, (queue) -> queue.turn(sequence));
		if (turn != null) {
			turn.disown(answer);
		}
	}

	@Override
	public void interrupted() {
		this.gates.values().forEach((gate) -> gate.tell((queue) -> queue.conversation().recheck()));
	}

	/** Refuse all that are not to be served any more. */
	public void drain() {
		this.gates.values().forEach((gate) -> Contained.run("Draining a lock", () -> gate.tell(LocalQueue::drain)));
	}

	private void at(String key, Consumer<LocalQueue> message) {
		Gate gate = this.gates.get(key);
		if (gate != null) {
			gate.tell(message);
		}
	}

	private @Nullable Turn turn(String key, Function<LocalQueue, @Nullable Turn> which) {
		Gate gate = this.gates.get(key);
		return (gate != null) ? gate.<@Nullable Turn>ask(which) : null;
	}

	@Override
	public @Nullable Refusal refusal(Waiter waiter) {
		return this.refusals.apply(waiter);
	}

	@Override
	public Turn turn(Granted granted, LockRequest first) {
		return new Turn(this.platform, this.keeper, this.bounds, granted, first);
	}

	/** Twice, since finding out takes two requests. */
	@Override
	public long readersJoinNanos() {
		return (this.bounds.maxPasses() > 0) ? 2 * this.bounds.maxTime().toNanos() : 0;
	}

	@Override
	public void endRetention(String key, long nanos) {
		try {
			this.timer.schedule(() -> Contained.run("Giving back a read lock", () -> at(key, LocalQueue::endRetention)),
					nanos);
		}
		catch (RejectedExecutionException ex) {
			at(key, LocalQueue::giveBackRetained);
		}
	}

	@Override
	public void retire(String key, Gate gate) {
		this.gates.remove(key, gate);
	}

	@Override
	public void opened(Hold hold) {
		this.keeper.opened(hold);
	}

	@Override
	public void began(Hold hold) {
		this.began.accept(hold);
	}

	@Override
	public void wake(long at) {
		this.deadlines.looks().wake(at);
	}

	@Override
	public void elsewhere(List<Runnable> effects) {
		this.timer.schedule(() -> effects.forEach((effect) -> Contained.run("A step of a lock", effect)), 0);
	}

	/** The timer that drives the gates on. */
	public CoalescingTimer looks() {
		return this.deadlines.looks();
	}

	/** Whether nothing is held or waited for. */
	public boolean isEmpty() {
		return this.gates.isEmpty();
	}

	/** The calls that wait for a lock in this JVM. */
	public List<Waiter> waiters(String key) {
		Gate gate = this.gates.get(key);
		return (gate != null) ? gate.ask(LocalQueue::calls) : List.of();
	}

	/** The calls that wait in this JVM, for whatever lock. */
	public List<Waiter> waiters() {
		return this.gates.values().stream().flatMap((gate) -> gate.ask(LocalQueue::calls).stream()).toList();
	}

	/**
	 * Who holds a lock in this JVM.
	 * @param key the lock
	 * @return the hold, or the first of those that share the lock; {@code null} if there
	 * is none
	 */
	public @Nullable Hold hold(String key) {
		Turn turn = turn(key, LocalQueue::turn);
		return (turn != null && !turn.isLeft()) ? turn.hold() : null;
	}

}
