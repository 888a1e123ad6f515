package io.github.lockstarter.store.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.memory.Holdings.Holding;
import io.github.lockstarter.store.memory.Places.Place;
import org.jspecify.annotations.Nullable;

/**
 * The record of one lock, and the rules by which it changes: a question and a moment in,
 * an answer and messages out. Has no clock and no thread. Not thread-safe.
 */
final class MemoryRecord {

	/** How long it is kept when it is of no more use. */
	static final long RETENTION_MILLIS = 5000;

	/** The sequence of a holder that has released the lock, which is kept from others. */
	private static final long KEPT = 0;

	private static final Owner NOBODY = new Owner("", "", "");

	private final String key;

	private @Nullable Acquisition holder;

	private Owner owner = NOBODY;

	private long since;

	private long deadline;

	private long token;

	/** How many tokens after it are the holder's, too. */
	private int reserved;

	/** Of a lock that is shared; otherwise there are none. */
	private final Holdings holdings = new Holdings();

	private final Places places = new Places();

	private final FinishedAcquisitions finished = new FinishedAcquisitions();

	/** From when on nothing in it is needed. */
	private long forgottenAt = Long.MIN_VALUE;

	private boolean changed;

	private List<Message> messages = new ArrayList<>();

	MemoryRecord(String key) {
		this.key = key;
	}

	Reply<StoreAnswer> acquire(Acquisition who, AcquireRequest request, Way way, Moment now) {
		return step(now, () -> acquiring(who, request, way, now));
	}

	Reply<StoreAnswer> renew(Acquisition who, Duration lease, Moment now) {
		return step(now, () -> renewing(who, lease.toMillis(), now));
	}

	/**
	 * Finish an acquisition.
	 * @param forgotten whether it need not be remembered how
	 */
	Reply<StoreAnswer> release(Acquisition who, int passes, Duration keepFor, Moment now, boolean forgotten) {
		return step(now, () -> releasing(who, passes, keepFor.toMillis(), now, forgotten));
	}

	Reply<Requeued> requeue(Acquisition who, int passes, AcquireRequest next, Way way, Moment now, boolean forgotten) {
		return step(now, () -> {
			StoreAnswer released = releasing(who, passes, 0, now, forgotten);
			return new Requeued(released, acquiring(new Acquisition(who.instance(), next.sequence()), next, way, now));
		});
	}

	/**
	 * End the hold of an acquisition, if it is that with this token, and of all that
	 * share the lock with it.
	 */
	Reply<Boolean> forceRelease(Acquisition who, long itsToken, Moment now) {
		return step(now, () -> {
			if (!isHeldBy(who, now) || itsToken != this.token) {
				return false;
			}
			List<Acquisition> ended = isShared() ? this.holdings.all().stream().map(Holding::who).toList()
					: List.of(who);
			lose(now);
			passOn(now);
			ended.stream()
				.filter((one) -> one.sequence() != KEPT)
				.forEach((one) -> this.messages.add(new Message.Revoked(one, this.key)));
			return true;
		});
	}

	/** Changes nothing. */
	LockRecord inspect(Moment now) {
		return isForgotten(now) ? LockRecord.free(0) : new LockRecord(holds(now), this.places.count(now.millis()));
	}

	private List<LockRecord.Hold> holds(Moment now) {
		if (!isHeld(now)) {
			return List.of();
		}
		Acquisition who = Objects.requireNonNull(this.holder);
		return isShared() ? this.holdings.lasting(now.millis())
			.stream()
			.map((one) -> hold(one.who(), one.owner(), one.deadline(), one.permits(), now))
			.toList() : List.of(hold(who, this.owner, this.deadline, 0, now));
	}

	private LockRecord.Hold hold(Acquisition who, Owner whose, long until, int permits, Moment now) {
		return new LockRecord.Hold(who.instance(), who.sequence(), whose, Instant.ofEpochMilli(this.since),
				Duration.ofMillis(until - now.millis()), this.token, permits);
	}

	/** Whether there is nothing in it, or nothing that anybody needs any more. */
	boolean isForgotten(Moment now) {
		return now.millis() >= this.forgottenAt;
	}

	private <T> Reply<T> step(Moment now, Supplier<T> question) {
		if (isForgotten(now)) {
			forget();
		}
		this.finished.forgetUntil(now.millis() - RETENTION_MILLIS);
		this.changed = this.places.dropAbandoned(now.millis());
		this.messages = new ArrayList<>(1);
		T answer = question.get();
		if (this.changed) {
			this.forgottenAt = now.millis() + (isEmpty(now) ? 0 : neededMillis(now) + RETENTION_MILLIS);
		}
		return new Reply<>(answer, this.messages);
	}

	private boolean isEmpty(Moment now) {
		return this.holder == null && this.places.isEmpty() && this.finished.isEmpty() && neededMillis(now) == 0;
	}

	private void forget() {
		this.holder = null;
		this.owner = NOBODY;
		this.token = 0;
		this.reserved = 0;
		this.holdings.clear();
		this.places.clear();
		this.finished.clear();
	}

	/** A token must not be ahead of the clock when the record is forgotten. */
	private long neededMillis(Moment now) {
		long held = (this.holder != null) ? this.deadline - now.millis() : 0;
		long ahead = -Math.floorDiv(now.micros() - this.token - this.reserved, 1000);
		return Math.max(Math.max(held, ahead), 0);
	}

	private StoreAnswer acquiring(Acquisition who, AcquireRequest request, Way way, Moment now) {
		Holding holding = this.holdings.of(who);
		if (holding != null) {
			return sharing(holding, request.lease().toMillis(), request.owner(), now);
		}
		if (isHeldBy(who, now) && request.share() != null) {
			return sharingFromNowOn(who, request, now);
		}
		if (isHeldBy(who, now)) {
			this.deadline = Math.max(this.deadline, now.millis() + request.lease().toMillis());
			this.owner = request.owner();
			this.reserved = Math.max(this.reserved, request.passes());
			this.changed = true;
			return answer(AcquisitionState.GRANTED, now);
		}
		if (who.equals(this.holder)) {
			return lost(now);
		}
		Place place = this.places.of(who.instance());
		if (this.finished.state(who) != null || who.isOlderThan(this.holder) || this.holdings.haveNewer(who)
				|| (place != null && who.isOlderThan(place.who()))) {
			return over(who, now);
		}
		expire(now);
		if (!isAnyoneBefore(place, now) && fits(request.share(), now)) {
			this.places.remove(place);
			take(who, request.owner(), request.lease().toMillis(), request.passes(), request.share(), now);
			return answer(AcquisitionState.GRANTED, this.holdings.of(who), now);
		}
		if (request.queueFor().isZero()) {
			return answer(AcquisitionState.REFUSED, now);
		}
		this.places.put(who, request, way, now.millis());
		this.changed = true;
		return answer(AcquisitionState.QUEUED, now);
	}

	/** Of a share its owner asks for more time, or only for the answer once more. */
	private StoreAnswer sharing(Holding holding, long leaseMillis, Owner whose, Moment now) {
		if (!holding.lasts(now.millis())) {
			return lost(holding, now);
		}
		Holding lasting = holding.lastingUntil(now.millis() + leaseMillis, whose);
		this.holdings.replace(holding, lasting);
		this.deadline = Math.max(this.deadline, lasting.deadline());
		this.changed = true;
		return answer(AcquisitionState.GRANTED, lasting, now);
	}

	/** The holder lets others in, and may have used all of its tokens. */
	private StoreAnswer sharingFromNowOn(Acquisition who, AcquireRequest request, Moment now) {
		long until = Math.max(this.deadline, now.millis() + request.lease().toMillis());
		use(this.reserved);
		this.holder = null;
		take(who, request.owner(), until - now.millis(), 0, request.share(), now);
		handOver(null, now);
		return answer(AcquisitionState.GRANTED, this.holdings.of(who), now);
	}

	private StoreAnswer renewing(Acquisition who, long leaseMillis, Moment now) {
		Holding holding = this.holdings.of(who);
		if (holding != null) {
			return sharing(holding, leaseMillis, holding.owner(), now);
		}
		if (!who.equals(this.holder)) {
			return over(who, now);
		}
		if (!isHeld(now)) {
			return lost(now);
		}
		if (now.millis() + leaseMillis > this.deadline) {
			this.deadline = now.millis() + leaseMillis;
			this.changed = true;
		}
		return answer(AcquisitionState.GRANTED, now);
	}

	private StoreAnswer releasing(Acquisition who, int passes, long keepMillis, Moment now, boolean forgotten) {
		Holding holding = this.holdings.of(who);
		if (holding != null) {
			return returning(holding, keepMillis, now, forgotten);
		}
		if (isHeldBy(who, now)) {
			use(passes);
			finish(who, AcquisitionState.RELEASED, now, forgotten);
			keepOrPassOn(who, keepMillis, now);
			return answer(AcquisitionState.RELEASED, now);
		}
		if (who.equals(this.holder)) {
			return lost(now);
		}
		Place place = this.places.of(who.instance());
		if (place != null && place.who().equals(who)) {
			this.places.remove(place);
			finish(who, AcquisitionState.CANCELLED, now, forgotten);
			expire(now);
			if (!isHeldAlone()) {
				handOver(null, now);
			}
			return answer(AcquisitionState.CANCELLED, now);
		}
		if (this.finished.state(who) == null) {
			finish(who, AcquisitionState.UNKNOWN, now, forgotten);
		}
		return over(who, now);
	}

	private StoreAnswer returning(Holding holding, long keepMillis, Moment now, boolean forgotten) {
		if (!holding.lasts(now.millis())) {
			return lost(holding, now);
		}
		Acquisition who = holding.who();
		finish(who, AcquisitionState.RELEASED, now, forgotten);
		this.holdings.remove(holding);
		if (keepMillis > 0) {
			this.holdings.add(new Holding(new Acquisition(who.instance(), KEPT), holding.owner(),
					now.millis() + keepMillis, holding.permits()));
			this.deadline = Math.max(this.deadline, now.millis() + keepMillis);
		}
		passOn(now);
		return answer(AcquisitionState.RELEASED, now);
	}

	private StoreAnswer lost(Holding holding, Moment now) {
		expire(now);
		end(holding, now);
		passOn(now);
		return answer(AcquisitionState.LOST, now);
	}

	private StoreAnswer over(Acquisition who, Moment now) {
		AcquisitionState how = this.finished.state(who);
		return answer((how != null) ? how : AcquisitionState.UNKNOWN, now);
	}

	private StoreAnswer lost(Moment now) {
		expire(now);
		passOn(now);
		return answer(AcquisitionState.LOST, now);
	}

	private void keepOrPassOn(Acquisition who, long keepMillis, Moment now) {
		if (keepMillis > 0) {
			this.holder = new Acquisition(who.instance(), KEPT);
			this.deadline = now.millis() + keepMillis;
		}
		else {
			passOn(now);
		}
	}

	private boolean isHeld(Moment now) {
		return this.holder != null && this.deadline > now.millis();
	}

	private boolean isHeldBy(Acquisition who, Moment now) {
		return who.equals(this.holder) && isHeld(now);
	}

	private boolean isShared() {
		return Acquisition.SHARED.equals(this.holder);
	}

	private boolean isHeldAlone() {
		return this.holder != null && !isShared();
	}

	/** Whether an acquisition that is next can have what it wants. */
	private boolean fits(@Nullable Share share, Moment now) {
		if (isShared() && (share == null || !this.holdings.fit(share))) {
			this.holdings.ended(now.millis()).forEach((holding) -> end(holding, now));
			freeIfNobodyShares();
		}
		return this.holder == null || (isShared() && share != null && this.holdings.fit(share));
	}

	private void end(Holding holding, Moment now) {
		this.holdings.remove(holding);
		if (holding.who().sequence() != KEPT) {
			finish(holding.who(), AcquisitionState.LOST, now, false);
		}
		this.changed = true;
	}

	private void freeIfNobodyShares() {
		this.deadline = this.holdings.deadline();
		this.holder = this.holdings.isEmpty() ? null : this.holder;
	}

	/** Let somebody have a lock for itself, or a share of it. */
	private void take(Acquisition who, Owner itsOwner, long leaseMillis, int passes, @Nullable Share share,
			Moment now) {
		if (share == null) {
			own(who, itsOwner, leaseMillis, passes, now);
			return;
		}
		if (!isShared()) {
			own(Acquisition.SHARED, NOBODY, leaseMillis, 0, now);
		}
		this.holdings.add(new Holding(who, itsOwner, now.millis() + leaseMillis, share.permits()));
		this.deadline = this.holdings.deadline();
		this.changed = true;
	}

	private void own(Acquisition who, Owner itsOwner, long leaseMillis, int passes, Moment now) {
		this.holder = who;
		this.owner = itsOwner;
		this.since = now.millis();
		this.deadline = now.millis() + leaseMillis;
		this.token = Math.max(this.token + 1, now.micros());
		this.reserved = passes;
		this.changed = true;
	}

	/** The others may be granted next. */
	private void use(int passes) {
		this.token += Math.min(passes, this.reserved);
		this.reserved = 0;
	}

	private void finish(Acquisition who, AcquisitionState how, Moment now, boolean forgotten) {
		if (!forgotten) {
			this.finished.add(who, how, now.millis());
		}
		this.changed = true;
	}

	private void expire(Moment now) {
		if (this.holder != null && !isHeld(now)) {
			lose(now);
		}
	}

	/** Nobody knows how many of its tokens were used. */
	private void lose(Moment now) {
		use(this.reserved);
		this.holdings.all().forEach((holding) -> end(holding, now));
		if (this.holder != null && this.holder.sequence() != KEPT) {
			finish(this.holder, AcquisitionState.LOST, now, false);
		}
		this.holder = null;
		this.changed = true;
	}

	/** The holder has left, or one of those that share the lock. */
	private void passOn(Moment now) {
		this.holder = this.holdings.isEmpty() ? null : this.holder;
		handOver(null, now);
	}

	/** Whether somebody else is next. */
	private boolean isAnyoneBefore(@Nullable Place place, Moment now) {
		return isHeldAlone() || handOver(place, now);
	}

	/**
	 * Grant the lock to those that wait and can learn of it, one after the other as long
	 * as they may share it, before a certain place or at all. The others keep their
	 * places.
	 * @return whether nobody behind them can be next
	 */
	private boolean handOver(@Nullable Place before, Moment now) {
		Place next = this.places.firstWithinReach(before, now.listening());
		while (next != null && fits(next.share(), now)) {
			this.places.remove(next);
			grant(next, now);
			next = isShared() ? this.places.firstWithinReach(before, now.listening()) : next;
		}
		return next != null;
	}

	private void grant(Place place, Moment now) {
		Way way = place.way();
		take(place.who(), NOBODY, way.claimWindowMillis(), place.passes(), place.share(), now);
		if (way != Way.DEAF) {
			Grant grant = new Grant(this.key, place.who().sequence(), this.token,
					now.millis() + way.claimWindowMillis(), now.clock());
			this.messages.add(new Message.Granted(place.who().instance(), grant));
		}
	}

	private StoreAnswer answer(AcquisitionState state, Moment now) {
		return answer(state, null, now);
	}

	/**
	 * What becomes of an acquisition.
	 * @param share what it has of a lock that is shared
	 */
	private StoreAnswer answer(AcquisitionState state, @Nullable Holding share, Moment now) {
		long until = (share != null) ? share.deadline() : this.deadline;
		long rest = (this.holder != null) ? Math.max(until - now.millis(), 0) : 0;
		return new StoreAnswer(state, (state == AcquisitionState.GRANTED) ? this.token : 0, Duration.ofMillis(rest),
				now.clock());
	}

}
