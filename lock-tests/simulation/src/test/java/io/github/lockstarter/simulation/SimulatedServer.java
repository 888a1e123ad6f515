package io.github.lockstarter.simulation;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.github.lockstarter.simulation.WaitingOrder.Place;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.memory.MemoryServer;
import io.github.lockstarter.store.memory.MemoryServer.Hearing;
import org.jspecify.annotations.Nullable;

/**
 * The server that all clients share: records, a clock, and the connections that are
 * subscribed.
 */
final class SimulatedServer {

	/** So long after its clock was set, all clients have asked it for the time. */
	static final long SETTLED_NANOS = 8 * SimulatedTime.SECOND;

	private final String name;

	private final SimulatedTime time;

	private final Journal journal;

	private final SimulatedServerClock clock;

	private final SimulatedSubscribers subscribers;

	private MemoryServer records;

	private WaitingOrder order = new WaitingOrder(this::isListening);

	private final FinishedAcquisitionsCheck finished = new FinishedAcquisitionsCheck();

	private final Eras eras = new Eras();

	/** By acquisition, what was ended by force. */
	private final Map<String, Long> forced = new HashMap<>();

	/** By lock, when a request to end one acquisition and begin another came too late. */
	private final Map<String, Long> overtaken = new HashMap<>();

	/** By lock, when a waiter last gave up its place. */
	private final Map<String, Long> givenUp = new HashMap<>();

	private int restarts;

	/** How often a record, or what is promised of it, may have changed. */
	private long changes;

	private final ServerCondition condition;

	SimulatedServer(SimulatedTime time, Journal journal) {
		this("server", time, journal, new SimulatedServerClock(time, 0, 1));
	}

	SimulatedServer(String name, SimulatedTime time, Journal journal, SimulatedServerClock clock) {
		this.name = name;
		this.time = time;
		this.journal = journal;
		this.clock = clock;
		this.condition = new ServerCondition(time);
		this.subscribers = new SimulatedSubscribers(name, journal, this::granted);
		this.records = emptyRecords();
	}

	private MemoryServer emptyRecords() {
		return new MemoryServer(id(), this::micros, this::isListening, this.subscribers);
	}

	String name() {
		return this.name;
	}

	/** Its name since it started. */
	private String id() {
		return this.name + "-" + this.restarts;
	}

	ServerCondition condition() {
		return this.condition;
	}

	MemoryServer records() {
		return this.records;
	}

	/** Acquire a lock, or wait for it. */
	StoreAnswer acquire(String instance, AcquireRequest request, Hearing how) {
		this.condition.check(instance, request, this.records.knows(request.key()), id());
		return ask(request.key(), (store) -> {
			boolean again = isHeld(request.key(), instance, request.sequence());
			StoreAnswer answer = store.acquire(instance, request, how);
			if (!again) {
				placed(instance, request, how, answer);
			}
			return answer;
		});
	}

	/** Whether nobody has a lock, or a place in its queue. */
	boolean isFree(String key) {
		LockRecord record = this.records.inspect(key);
		return record.holds().isEmpty() && record.waiters() == 0;
	}

	/** The holder may wait already for when it has released. */
	private boolean isHeld(String key, String instance, long sequence) {
		return this.records.inspect(key)
			.holds()
			.stream()
			.anyMatch((hold) -> hold.instance().equals(instance) && hold.sequence() == sequence);
	}

	/** Whether an instance has a place in the queue of a lock. */
	boolean isPlaced(String key, String instance) {
		return this.order.contains(key, instance);
	}

	/** Whether a waiter just goes on waiting, while somebody else has the lock alone. */
	boolean isStillQueued(String instance, AcquireRequest request) {
		List<LockRecord.Hold> holds = this.records.inspect(request.key()).holds();
		boolean elsewhere = holds.size() == 1 && !holds.get(0).isShared()
				&& !(holds.get(0).instance().equals(instance) && holds.get(0).sequence() >= request.sequence());
		return elsewhere && !request.placeTimeout().isZero()
				&& this.order.keeps(request.key(), instance, request.sequence(), millis());
	}

	/** End one acquisition and begin another. */
	Requeued requeue(String instance, long finished, int passes, AcquireRequest next, Hearing how,
			boolean withoutMark) {
		if (!isHeld(next.key(), instance, finished)) {
			this.overtaken.put(next.key(), this.time.now());
		}
		return ask(next.key(), (store) -> {
			boolean again = isHeld(next.key(), instance, next.sequence());
			Requeued answers = store.requeue(instance, finished, passes, next, how, withoutMark);
			left(instance, next.key(), finished, answers.released());
			if (!again) {
				placed(instance, next, how, answers.next());
			}
			return answers;
		});
	}

	/**
	 * Whether a client has lost its place, since another of its messages ended the
	 * acquisition before the one that was to begin the next in the same step.
	 */
	boolean isPlaceLost(String key, long since) {
		return this.overtaken.getOrDefault(key, -1L) >= since;
	}

	/** When a waiter last gave up its place. */
	long givenUpAt(String key) {
		return this.givenUp.getOrDefault(key, 0L);
	}

	/** End an acquisition. */
	StoreAnswer release(String instance, String key, long sequence, int passes, Duration keepFor, boolean withoutMark) {
		return ask(key, (store) -> {
			StoreAnswer answer = store.release(instance, key, sequence, passes, keepFor, withoutMark);
			left(instance, key, sequence, answer);
			return answer;
		});
	}

	/** One that is granted a lock at once has had its place for a moment. */
	private void placed(String instance, AcquireRequest request, Hearing how, StoreAnswer answer) {
		Duration waited = request.waited();
		boolean asked = !request.placeTimeout().isZero() || !this.order.contains(request.key(), instance);
		if (answer.state() == AcquisitionState.QUEUED
				|| (answer.state() == AcquisitionState.GRANTED && waited != null && asked)) {
			long keptUntil = millis() + request.placeTimeout().toMillis();
			this.order.queued(request.key(), new Place(instance, request.sequence(), keptUntil, how == Hearing.DEAF,
					(waited != null) ? micros() - TimeUnit.NANOSECONDS.toMicros(waited.toNanos()) : null));
		}
	}

	private void left(String instance, String key, long sequence, StoreAnswer answer) {
		this.finished.finished(key, instance, sequence, answer, millis());
		if (answer.state() == AcquisitionState.CANCELLED) {
			this.givenUp.put(key, this.time.now());
		}
		if (answer.state() == AcquisitionState.CANCELLED || answer.state() == AcquisitionState.UNKNOWN) {
			this.order.left(key, instance, sequence);
		}
	}

	/**
	 * Do something with a lock, and look at whether who gets it by that is the first in
	 * line.
	 */
	<T> T ask(String key, Function<MemoryServer, T> question) {
		if (!this.records.knows(key)) {
			this.order.forgotten(key);
		}
		this.order.asked(key, millis());
		this.changes++;
		LockRecord before = this.records.inspect(key);
		T answer = question.apply(this.records);
		LockRecord after = this.records.inspect(key);
		for (LockRecord.Hold hold : after.holds()) {
			if (!hold.isReleased()) {
				this.finished.holds(key, hold, millis());
			}
			if (!hold.isReleased() && !isAmong(before.holds(), hold)) {
				this.order.granted(key, hold.instance());
			}
			this.order.left(key, hold.instance(), hold.sequence());
		}
		if (after.holds().size() == 1) {
			checkKept(key, before.hold(), after.hold());
		}
		return answer;
	}

	private static boolean isAmong(List<LockRecord.Hold> holds, LockRecord.Hold hold) {
		return holds.stream()
			.anyMatch((known) -> known.instance().equals(hold.instance()) && known.sequence() == hold.sequence());
	}

	private static void checkKept(String key, LockRecord.@Nullable Hold before, LockRecord.@Nullable Hold after) {
		if (before != null && before.isReleased() && after != null && after.token() == before.token()
				&& !after.isShared() && after.remaining().compareTo(before.remaining()) > 0) {
			throw new Violation("'" + key + "' is kept from others for longer than was asked for");
		}
	}

	private long millis() {
		return micros() / 1000;
	}

	long micros() {
		return this.clock.micros();
	}

	/** Its clock as it tells it to others. */
	StoreClock clock() {
		return new StoreClock(micros(), id());
	}

	/** Whether the holders of two tokens must not hold the lock at the same time. */
	boolean isExclusive(String key, HeldLock one, HeldLock other) {
		return Eras.areExclusive(era(key, one), era(key, other));
	}

	private Eras.Era era(String key, HeldLock lock) {
		return lock.isShared() ? this.eras.eraOfShare(lock.share(key)) : this.eras.era(key, lock.token(key));
	}

	/** Whether what somebody has of a lock was granted, and can be on record yet. */
	boolean isPresent(String key, HeldLock lock) {
		return this.eras.isPresent(key, era(key, lock));
	}

	/**
	 * Until when somebody holds a lock, by the server's clock, if it does not release it
	 * before; 0 if it does not hold it.
	 */
	long heldUntilMicros(String key, HeldLock lock) {
		String instance = lock.client().instance();
		long sequence = lock.sequence(key);
		for (LockRecord.Hold hold : this.records.inspect(key).holds()) {
			if (hold.sequence() == sequence && hold.instance().equals(instance)) {
				return (millis() + hold.remaining().toMillis()) * 1000;
			}
		}
		return 0;
	}

	/** How often a record, or what is promised of it, may have changed so far. */
	long changes() {
		return this.changes;
	}

	/** Whether a token belongs to a grant. */
	boolean isExplained(String key, long token) {
		return this.eras.isExplained(key, token);
	}

	/** Whether a token has to be larger than one that was given before. */
	boolean isOrdered(String key, long token, long earlierToken) {
		return this.eras.areOrdered(key, token, earlierToken);
	}

	/** A lock was granted. */
	void granted(String key, String instance, long sequence, long token) {
		this.eras.shared(key, HeldLock.share(key, instance, sequence));
		this.eras.granted(key, token);
	}

	int restarts() {
		return this.restarts;
	}

	/**
	 * Forget everything and lose all connections.
	 */
	void restart() {
		this.journal.step(this.name, "restarts empty");
		this.restarts++;
		this.changes++;
		this.eras.forgotten();
		this.records = emptyRecords();
		this.order = new WaitingOrder(this::isListening);
		this.finished.clear();
		this.forced.clear();
		this.subscribers.clear();
		this.condition.restart();
	}

	/**
	 * Set the clock. Forward, leases end before those know who hold them.
	 */
	void stepClock(long micros) {
		this.journal.step(this.name, "steps its clock", "", micros);
		this.clock.step(micros);
		this.changes++;
		this.finished.clear();
		if (micros > 0) {
			this.eras.unsettled();
			this.time.after(SETTLED_NANOS, this::settled);
		}
		else {
			this.eras.setBack((key) -> this.records.inspect(key).hold() != null);
		}
	}

	private void settled() {
		this.changes++;
		this.eras.settled();
	}

	/**
	 * End a hold by force, if it is still the one that was found. Its holder counts on it
	 * until it is told.
	 */
	boolean forceRelease(String key, LockRecord.Hold hold) {
		this.journal.step(this.name, "releases by force", key, hold.sequence());
		LockRecord before = this.records.inspect(key);
		LockRecord.Hold found = before.hold();
		boolean same = found != null && found.token() == hold.token();
		if (same) {
			this.eras.forced(key);
		}
		boolean ended = ask(key, (store) -> store.forceRelease(key, hold));
		if (ended && !same) {
			throw new Violation("a forced release of acquisition " + hold.sequence() + " with token " + hold.token()
					+ " ended another hold of '" + key + "': " + found);
		}
		if (ended) {
			before.holds()
				.forEach(
						(one) -> this.forced.put(HeldLock.share(key, one.instance(), one.sequence()), this.time.now()));
		}
		return ended;
	}

	/** Whether a hold was ended by force since then. */
	boolean isForced(String share, long since) {
		Long forcedAt = this.forced.get(share);
		return forcedAt != null && forcedAt >= since;
	}

	SimulatedSubscribers subscribers() {
		return this.subscribers;
	}

	boolean isListening(String instance) {
		return this.subscribers.isListening(instance);
	}

}
