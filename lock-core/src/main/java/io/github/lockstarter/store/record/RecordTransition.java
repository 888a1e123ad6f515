package io.github.lockstarter.store.record;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.record.Holdings.Holding;
import io.github.lockstarter.store.record.WaitQueue.Place;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a record, for one request to change: the rules by which locks are granted and
 * released. Not thread-safe.
 */
final class RecordTransition {

	private final String key;

	private final FinishedAcquisitions finished;

	private final WaitQueue places;

	private final Holders holders;

	private final List<Message> messages = new ArrayList<>(1);

	/**
	 * Begin with an empty record.
	 */
	RecordTransition(String key) {
		this.key = key;
		this.finished = new FinishedAcquisitions();
		this.places = new WaitQueue();
		this.holders = new Holders(this.finished);
	}

	/**
	 * Begin with the contents of another transition.
	 */
	RecordTransition(RecordTransition former) {
		this.key = former.key;
		this.finished = new FinishedAcquisitions(former.finished);
		this.places = new WaitQueue(former.places);
		this.holders = new Holders(former.holders, this.finished);
	}

	String key() {
		return this.key;
	}

	List<Message> messages() {
		return this.messages;
	}

	void write(RecordWriter text) {
		this.holders.write(text);
		this.places.write(text);
		this.finished.write(text);
	}

	/**
	 * Read one line of the text; lines of an unknown kind are skipped.
	 */
	void read(RecordReader line) {
		switch (line.word()) {
			case "free" -> this.holders.readTokens(line);
			case "held" -> this.holders.readHolder(line);
			case "share" -> this.holders.readShare(line);
			case "wait" -> this.places.read(line);
			case "secret" -> this.places.readSecret(line);
			case "over" -> this.finished.read(line);
			default -> {
			}
		}
	}

	/** Forget acquisitions for which no more requests can come. */
	void age(Moment now) {
		this.finished.forgetUntil(now.millis() - LockRecordState.RETENTION_MILLIS);
		this.places.dropAbandoned(now.millis());
	}

	/** The time until which something in it is needed; long ago if nothing is. */
	long neededUntil(Moment now) {
		return Math.max(this.holders.neededUntil(now), Math.max(this.places.keptUntil(), this.finished.latest()));
	}

	LockRecord inspect(Moment now) {
		return new LockRecord(this.holders.holds(now), this.places.count(now.millis()));
	}

	StoreAnswer release(Acquisition who, int passes, Duration keepFor, Moment now, boolean withoutMark) {
		AcquisitionState how = releasing(who, passes, keepFor.toMillis(), now, withoutMark);
		handOver(null, now);
		return answer(how, now);
	}

	Requeued requeue(Acquisition who, int passes, AcquireRequest next, Way way, Moment now, boolean withoutMark) {
		AcquisitionState how = releasing(who, passes, 0, now, withoutMark);
		if (next.waited() == null) {
			handOver(null, now);
		}
		StoreAnswer released = answer(how, now);
		StoreAnswer acquired = acquire(new Acquisition(who.instance(), next.sequence()), next, way, now);
		if (next.waited() != null && acquired.state() != AcquisitionState.QUEUED) {
			handOver(null, now);
		}
		return new Requeued(released, acquired);
	}

	/**
	 * End the hold of an acquisition, if it has this token, and the holds of all that
	 * share the lock with it.
	 */
	boolean forceRelease(Acquisition who, long itsToken, Moment now) {
		this.holders.endShares(now);
		if (!this.holders.isHeldBy(who, now) || itsToken != this.holders.token()) {
			return false;
		}
		List<Acquisition> ended = this.holders.with(who);
		this.holders.lose(who, now);
		handOver(null, now);
		ended.stream()
			.filter((one) -> one.sequence() != Holders.KEPT)
			.forEach((one) -> this.messages.add(new Message.Revoked(one, this.key)));
		return true;
	}

	StoreAnswer acquire(Acquisition who, AcquireRequest request, Way way, Moment now) {
		long lease = request.lease().toMillis();
		Holding share = this.holders.share(who);
		if (share != null) {
			return share.lasts(now.millis()) ? granted(this.holders.claim(share, request, now), now) : lost(share, now);
		}
		if (this.holders.isHeldBy(who, now)) {
			return again(who, request, now);
		}
		if (this.holders.is(who)) {
			return lost(now);
		}
		Place known = this.places.of(who.instance());
		if (request.downgrades() || this.finished.state(who) != null || this.holders.haveNewer(who)
				|| (known != null && who.isOlderThan(known.who()))) {
			return over(who, now);
		}
		this.holders.expire(now);
		if (request.supersedes()) {
			this.holders.endOlder(who, now);
		}
		boolean queues = !request.placeTimeout().isZero();
		Place place = queues ? this.places.put(who, request, way, now) : known;
		Place before = (place != null) ? place : this.places.behind(request, now);
		if (isNext(before, request.share(), now)) {
			this.places.remove(place);
			this.holders.take(who, request.owner(), request.share(), lease, request.passes(), now);
			if (request.share() != null) {
				handOver(null, now);
			}
			return granted(this.holders.share(who), request, now);
		}
		return answer(queues ? AcquisitionState.QUEUED : AcquisitionState.REFUSED, now);
	}

	/**
	 * Whether the acquisition in that place can have what it wants, since none before it
	 * can.
	 */
	private boolean isNext(@Nullable Place before, @Nullable Share wanted, Moment now) {
		return !handOver(before, now) && this.holders.fits(wanted, now);
	}

	/** The holder repeats its request, or lets others in. */
	private StoreAnswer again(Acquisition who, AcquireRequest request, Moment now) {
		long lease = request.lease().toMillis();
		if (request.share() == null) {
			this.holders.repeat(request.owner(), lease, request.passes(), now);
			return granted(null, request, now);
		}
		this.holders.share(who, request.owner(), request.share(), lease, now);
		handOver(null, now);
		return granted(this.holders.share(who), now);
	}

	StoreAnswer renew(Acquisition who, long leaseMillis, Moment now) {
		Holding share = this.holders.share(who);
		if (share != null) {
			return share.lasts(now.millis()) ? granted(this.holders.lengthen(share, leaseMillis, now), now)
					: lost(share, now);
		}
		if (!this.holders.is(who)) {
			return over(who, now);
		}
		if (!this.holders.isHeld(now)) {
			return lost(now);
		}
		this.holders.lengthen(leaseMillis, now);
		return granted(null, now);
	}

	/**
	 * Finish an acquisition. The lock is not handed over yet: the next caller of the same
	 * instance may be older than all waiters.
	 */
	private AcquisitionState releasing(Acquisition who, int passes, long keepMillis, Moment now, boolean withoutMark) {
		Holding share = this.holders.share(who);
		if (share != null && !share.lasts(now.millis())) {
			this.holders.lose(share, now);
			return AcquisitionState.LOST;
		}
		if (share != null || this.holders.isHeldBy(who, now)) {
			this.holders.use(passes);
			finish(who, AcquisitionState.RELEASED, now, withoutMark);
			leave(who, share, keepMillis, now);
			return AcquisitionState.RELEASED;
		}
		if (this.holders.is(who)) {
			this.holders.expire(now);
			return AcquisitionState.LOST;
		}
		Place place = this.places.of(who.instance());
		if (place != null && place.who().equals(who)) {
			this.places.remove(place);
			finish(who, AcquisitionState.CANCELLED, now, withoutMark);
			this.holders.expire(now);
			return AcquisitionState.CANCELLED;
		}
		if (place != null && place.who().isOlderThan(who)) {
			// its requests are refused from now on
			this.places.remove(place);
		}
		AcquisitionState how = this.finished.state(who);
		finish(who, AcquisitionState.UNKNOWN, now, withoutMark);
		return (how != null) ? how : AcquisitionState.UNKNOWN;
	}

	private void leave(Acquisition who, @Nullable Holding share, long keepMillis, Moment now) {
		if (share != null) {
			this.holders.leaveShare(share, keepMillis, now);
		}
		else {
			this.holders.leave(who, keepMillis, now);
		}
	}

	private void finish(Acquisition who, AcquisitionState how, Moment now, boolean withoutMark) {
		if (!withoutMark) {
			this.finished.add(who, how, now.millis());
		}
	}

	private StoreAnswer over(Acquisition who, Moment now) {
		AcquisitionState how = this.finished.state(who);
		return answer((how != null) ? how : AcquisitionState.UNKNOWN, now);
	}

	private StoreAnswer lost(Moment now) {
		this.holders.expire(now);
		handOver(null, now);
		return answer(AcquisitionState.LOST, now);
	}

	private StoreAnswer lost(Holding share, Moment now) {
		this.holders.lose(share, now);
		return lost(now);
	}

	/**
	 * Grant the lock to reachable waiters, one after the other as long as they may share
	 * it, up to a certain place or all of them. The others keep their places.
	 * @return whether no waiter behind them can be next
	 */
	private boolean handOver(@Nullable Place before, Moment now) {
		while (!this.holders.isAlone()) {
			Place next = this.places.firstWithinReach(before, now.listening());
			if (next == null || !this.holders.fits(next.share(), now)) {
				return next != null;
			}
			grant(next, now);
		}
		return true;
	}

	private void grant(Place place, Moment now) {
		long window = place.claimWindowMillis(now);
		this.places.remove(place);
		this.holders.grant(place.who(), place.share(), window, place.passes(), now);
		if (place.way() != Way.DEAF) {
			GrantNotification grant = new GrantNotification(this.key, place.who().sequence(), this.holders.token(),
					place.keptUntil(), now.clock(), (place.since() != null) ? othersWaited(now) : null, "")
				.provenBy(place.secret());
			this.messages.add(new Message.Granted(place.who().instance(), grant));
		}
	}

	/**
	 * Let an acquisition hold the lock.
	 * @param share its share if the lock is shared
	 */
	private StoreAnswer granted(@Nullable Holding share, Moment now) {
		long rest = (share != null) ? share.deadline() - now.millis() : this.holders.restMillis(now);
		return new StoreAnswer(AcquisitionState.GRANTED, this.holders.token(), Duration.ofMillis(rest), now.clock());
	}

	/** A holder that has the lock alone may want to know about the others. */
	private StoreAnswer granted(@Nullable Holding share, AcquireRequest request, Moment now) {
		if (request.vote() != null) {
			this.holders.raiseToken(request.vote().leastToken());
		}
		StoreAnswer granted = granted(share, now);
		return (share != null || request.waited() == null) ? granted : new StoreAnswer(granted.state(), granted.token(),
				granted.remaining(), granted.clock(), othersWaited(now));
	}

	private @Nullable Duration othersWaited(Moment now) {
		Place next = this.places.firstWithinReach(null, now.listening());
		if (next == null) {
			return Duration.ZERO;
		}
		Long since = next.since();
		return (since != null) ? Duration.of(Math.max(now.micros() - since, 0), ChronoUnit.MICROS) : null;
	}

	private StoreAnswer answer(AcquisitionState state, Moment now) {
		return new StoreAnswer(state, 0, Duration.ofMillis(this.holders.restMillis(now)), now.clock());
	}

}
