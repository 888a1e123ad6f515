package io.github.lockstarter.store.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.memory.MemoryLockSession.Acquisition;
import org.jspecify.annotations.Nullable;

/**
 * The record of one lock. Not thread-safe: the store lets one thread in at a time.
 */
final class MemoryRecord {

	static final Duration RETENTION = Duration.ofSeconds(5);

	private static final long CLAIM_WINDOW_MILLIS = 500;

	/** The sequence of a holder that has released the lock, which is kept from others. */
	private static final long KEPT = 0;

	private static final Owner NOBODY = new Owner("", "", "");

	private final String key;

	private final String server;

	private final Predicate<String> reachable;

	private final BiConsumer<String, Consumer<GrantListener>> messenger;

	private @Nullable Acquisition holder;

	private Owner owner = NOBODY;

	private long since;

	private long deadline;

	private long token;

	/** How many tokens after it are the holder's, too. */
	private int reserved;

	private long usedAt;

	private final List<Place> queue = new ArrayList<>();

	private final FinishedAcquisitions finished = new FinishedAcquisitions();

	/**
	 * Create a record.
	 * @param reachable whether an instance can be told
	 * @param messenger tells an instance, later
	 */
	MemoryRecord(String key, String server, Predicate<String> reachable,
			BiConsumer<String, Consumer<GrantListener>> messenger) {
		this.key = key;
		this.server = server;
		this.reachable = reachable;
		this.messenger = messenger;
	}

	StoreAnswer acquire(Acquisition who, AcquireRequest request) {
		long now = touch();
		if (who.equals(this.holder) && isHeld(now)) {
			this.deadline = Math.max(this.deadline, now + request.lease().toMillis());
			this.owner = request.owner();
			this.reserved = Math.max(this.reserved, request.passes());
			return answer(AcquisitionState.GRANTED, now);
		}
		if (who.equals(this.holder)) {
			return lost(now);
		}
		AcquisitionState over = this.finished.state(who);
		Place place = place(who.instance());
		if (over != null || isNewer(this.holder, who) || (place != null && isNewer(place.who, who))) {
			return answer((over != null) ? over : AcquisitionState.UNKNOWN, now);
		}
		expire(now);
		if (!isHeld(now) && !handOver(place, now)) {
			this.queue.remove(place);
			own(who, request.owner(), request.lease().toMillis(), request.passes(), now);
			return answer(AcquisitionState.GRANTED, now);
		}
		return answer(enqueue(who, place, request, now), now);
	}

	private static boolean isNewer(@Nullable Acquisition one, Acquisition other) {
		return one != null && one.instance().equals(other.instance()) && one.sequence() > other.sequence();
	}

	private AcquisitionState enqueue(Acquisition who, @Nullable Place place, AcquireRequest request, long now) {
		if (request.queueFor().isZero()) {
			return AcquisitionState.REFUSED;
		}
		Place kept = (place != null) ? place : new Place();
		kept.who = who;
		kept.keptUntil = now + request.queueFor().toMillis();
		kept.passes = request.passes();
		if (place == null) {
			this.queue.add(kept);
		}
		return AcquisitionState.QUEUED;
	}

	StoreAnswer renew(Acquisition who, Duration lease) {
		long now = touch();
		if (!who.equals(this.holder)) {
			AcquisitionState over = this.finished.state(who);
			return answer((over != null) ? over : AcquisitionState.UNKNOWN, now);
		}
		if (isHeld(now)) {
			this.deadline = Math.max(this.deadline, now + lease.toMillis());
			return answer(AcquisitionState.GRANTED, now);
		}
		return lost(now);
	}

	StoreAnswer release(Acquisition who, int passes, Duration keepFor) {
		long now = touch();
		if (who.equals(this.holder) && isHeld(now)) {
			use(passes);
			this.finished.add(who, AcquisitionState.RELEASED);
			keepOrPassOn(who, now, keepFor.toMillis());
			return answer(AcquisitionState.RELEASED, now);
		}
		if (who.equals(this.holder)) {
			return lost(now);
		}
		Place place = place(who.instance());
		if (place != null && place.who.equals(who)) {
			this.queue.remove(place);
			this.finished.add(who, AcquisitionState.CANCELLED);
			if (!isHeld(now)) {
				expire(now);
				passOn(now);
			}
			return answer(AcquisitionState.CANCELLED, now);
		}
		AcquisitionState over = this.finished.state(who);
		if (over == null) {
			this.finished.add(who, AcquisitionState.UNKNOWN);
		}
		return answer((over != null) ? over : AcquisitionState.UNKNOWN, now);
	}

	private StoreAnswer lost(long now) {
		expire(now);
		passOn(now);
		return answer(AcquisitionState.LOST, now);
	}

	private void keepOrPassOn(Acquisition who, long now, long keepMillis) {
		if (keepMillis > 0) {
			this.holder = new Acquisition(who.instance(), KEPT);
			this.deadline = now + keepMillis;
		}
		else {
			passOn(now);
		}
	}

	boolean forceRelease(Acquisition who, long token) {
		long now = touch();
		if (!who.equals(this.holder) || !isHeld(now) || token != this.token) {
			return false;
		}
		lose(who);
		if (who.sequence() != KEPT) {
			this.messenger.accept(who.instance(), (listener) -> listener.revoked(this.key, who.sequence()));
		}
		passOn(now);
		return true;
	}

	LockRecord inspect() {
		long now = System.currentTimeMillis();
		dropDeadPlaces(now);
		Acquisition who = this.holder;
		LockRecord.Hold hold = (who == null || !isHeld(now)) ? null
				: new LockRecord.Hold(who.instance(), who.sequence(), this.owner, Instant.ofEpochMilli(this.since),
						Duration.ofMillis(this.deadline - now), this.token);
		return new LockRecord(hold, this.queue.size());
	}

	/** Whether there is nothing in it yet. */
	boolean isBlank() {
		return this.holder == null && this.token == 0 && this.queue.isEmpty() && this.finished.isEmpty();
	}

	boolean isForgettable() {
		long now = System.currentTimeMillis();
		long neededUntil = (this.holder != null) ? Math.max(this.usedAt, this.deadline) : this.usedAt;
		return this.token + this.reserved < now * 1000 && now - neededUntil >= RETENTION.toMillis();
	}

	private long touch() {
		this.usedAt = System.currentTimeMillis();
		dropDeadPlaces(this.usedAt);
		return this.usedAt;
	}

	private void dropDeadPlaces(long now) {
		this.queue.removeIf((place) -> place.keptUntil <= now);
	}

	private boolean isHeld(long now) {
		return this.holder != null && this.deadline > now;
	}

	private void own(Acquisition who, Owner owner, long leaseMillis, int passes, long now) {
		this.holder = who;
		this.owner = owner;
		this.since = now;
		this.deadline = now + leaseMillis;
		this.token = Math.max(this.token + this.reserved + 1, now * 1000);
		this.reserved = passes;
	}

	private void use(int passes) {
		this.token += Math.min(passes, this.reserved);
		this.reserved = 0;
	}

	private void expire(long now) {
		if (this.holder != null && !isHeld(now)) {
			lose(this.holder);
		}
	}

	private void lose(Acquisition who) {
		if (who.sequence() != KEPT) {
			this.finished.add(who, AcquisitionState.LOST);
		}
		this.holder = null;
	}

	private void passOn(long now) {
		if (!handOver(null, now)) {
			this.holder = null;
		}
	}

	/**
	 * Grant the lock to the first that waits and whose session is open, before a certain
	 * place or at all. The others keep their places.
	 */
	private boolean handOver(@Nullable Place before, long now) {
		Place next = this.queue.stream()
			.takeWhile((place) -> place != before)
			.filter((place) -> this.reachable.test(place.who.instance()))
			.findFirst()
			.orElse(null);
		if (next == null) {
			return false;
		}
		this.queue.remove(next);
		own(next.who, NOBODY, CLAIM_WINDOW_MILLIS, next.passes, now);
		Grant grant = new Grant(this.key, next.who.sequence(), this.token, this.deadline, clock(now));
		this.messenger.accept(next.who.instance(), (listener) -> listener.granted(grant));
		return true;
	}

	private @Nullable Place place(String instance) {
		return this.queue.stream().filter((place) -> place.who.instance().equals(instance)).findFirst().orElse(null);
	}

	private StoreAnswer answer(AcquisitionState state, long now) {
		long rest = (this.holder != null) ? Math.max(this.deadline - now, 0) : 0;
		return new StoreAnswer(state, (state == AcquisitionState.GRANTED) ? this.token : 0, Duration.ofMillis(rest),
				clock(now));
	}

	private StoreClock clock(long now) {
		return new StoreClock(now * 1000, this.server);
	}

	private static final class Place {

		private Acquisition who = new Acquisition("", 0);

		private long keptUntil;

		private int passes;

	}

}
