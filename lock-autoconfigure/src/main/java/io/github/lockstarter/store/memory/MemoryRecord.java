package io.github.lockstarter.store.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
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
	 * End the hold of an acquisition, if it is that with this token.
	 */
	Reply<Boolean> forceRelease(Acquisition who, long itsToken, Moment now) {
		return step(now, () -> {
			if (!isHeldBy(who, now) || itsToken != this.token) {
				return false;
			}
			lose(who, now);
			passOn(now);
			if (who.sequence() != KEPT) {
				this.messages.add(new Message.Revoked(who, this.key));
			}
			return true;
		});
	}

	/** Changes nothing. */
	LockRecord inspect(Moment now) {
		if (isForgotten(now)) {
			return new LockRecord(null, 0);
		}
		Acquisition who = this.holder;
		LockRecord.Hold hold = (who == null || !isHeld(now)) ? null
				: new LockRecord.Hold(who.instance(), who.sequence(), this.owner, Instant.ofEpochMilli(this.since),
						Duration.ofMillis(this.deadline - now.millis()), this.token);
		return new LockRecord(hold, this.places.count(now.millis()));
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
		if (this.finished.state(who) != null || who.isOlderThan(this.holder)
				|| (place != null && who.isOlderThan(place.who()))) {
			return over(who, now);
		}
		expire(now);
		if (!isHeld(now) && !handOver(place, now)) {
			this.places.remove(place);
			own(who, request.owner(), request.lease().toMillis(), request.passes(), now);
			return answer(AcquisitionState.GRANTED, now);
		}
		if (request.queueFor().isZero()) {
			return answer(AcquisitionState.REFUSED, now);
		}
		this.places.put(who, request, way, now.millis());
		this.changed = true;
		return answer(AcquisitionState.QUEUED, now);
	}

	private StoreAnswer renewing(Acquisition who, long leaseMillis, Moment now) {
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
			if (!isHeld(now)) {
				expire(now);
				passOn(now);
			}
			return answer(AcquisitionState.CANCELLED, now);
		}
		if (this.finished.state(who) == null) {
			finish(who, AcquisitionState.UNKNOWN, now, forgotten);
		}
		return over(who, now);
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
			lose(this.holder, now);
		}
	}

	/** Nobody knows how many of its tokens were used. */
	private void lose(Acquisition who, Moment now) {
		use(this.reserved);
		if (who.sequence() != KEPT) {
			finish(who, AcquisitionState.LOST, now, false);
		}
		this.holder = null;
		this.changed = true;
	}

	private void passOn(Moment now) {
		if (!handOver(null, now)) {
			this.holder = null;
		}
	}

	/**
	 * Grant the lock to the first that waits and can learn of it, before a certain place
	 * or at all. The others keep their places.
	 */
	private boolean handOver(@Nullable Place before, Moment now) {
		Place next = this.places.firstWithinReach(before, now.listening());
		if (next == null) {
			return false;
		}
		this.places.remove(next);
		own(next.who(), NOBODY, next.way().claimWindowMillis(), next.passes(), now);
		if (next.way() != Way.DEAF) {
			Grant grant = new Grant(this.key, next.who().sequence(), this.token, this.deadline, now.clock());
			this.messages.add(new Message.Granted(next.who().instance(), grant));
		}
		return true;
	}

	private StoreAnswer answer(AcquisitionState state, Moment now) {
		long rest = (this.holder != null) ? Math.max(this.deadline - now.millis(), 0) : 0;
		return new StoreAnswer(state, (state == AcquisitionState.GRANTED) ? this.token : 0, Duration.ofMillis(rest),
				now.clock());
	}

}
