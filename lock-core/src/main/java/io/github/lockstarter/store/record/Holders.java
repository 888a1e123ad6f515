package io.github.lockstarter.store.record;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.record.Holdings.Holding;
import org.jspecify.annotations.Nullable;

/**
 * The holders of a lock, with their leases and tokens: none, one alone, or those that
 * share it.
 */
final class Holders {

	/** The sequence of a holder that has released the lock, which is kept from others. */
	static final long KEPT = 0;

	private static final Owner NOBODY = new Owner("", "", "");

	private final FinishedAcquisitions finished;

	/** If the lock is shared, an acquisition that does not exist. */
	private @Nullable Acquisition holder;

	private Owner owner = NOBODY;

	private long since;

	private long deadline;

	private long token;

	/** The number of tokens after it that belong to the holder as well. */
	private int reserved;

	/** The shares of a lock that is shared; empty otherwise. */
	private final Holdings holdings;

	Holders(FinishedAcquisitions finished) {
		this.finished = finished;
		this.holdings = new Holdings();
	}

	Holders(Holders former, FinishedAcquisitions finished) {
		this.finished = finished;
		this.holder = former.holder;
		this.owner = former.owner;
		this.since = former.since;
		this.deadline = former.deadline;
		this.token = former.token;
		this.reserved = former.reserved;
		this.holdings = new Holdings(former.holdings);
	}

	void write(RecordWriter text) {
		Acquisition who = this.holder;
		if (who == null) {
			text.line("free");
		}
		else {
			who.write(text.line("held"));
			write(this.owner, text);
			text.millis(this.since).millis(this.deadline);
		}
		text.micros(this.token).number(this.reserved);
		this.holdings.write(text);
	}

	static void write(Owner owner, RecordWriter line) {
		line.word(owner.application()).word(owner.instance()).word(owner.thread());
	}

	static Owner readOwner(RecordReader line) {
		return new Owner(line.word(), line.word(), line.word());
	}

	void readHolder(RecordReader line) {
		this.holder = Acquisition.read(line);
		this.owner = readOwner(line);
		this.since = line.millis();
		this.deadline = line.millis();
		readTokens(line);
	}

	void readTokens(RecordReader line) {
		this.token = line.micros();
		this.reserved = line.count();
	}

	void readShare(RecordReader line) {
		this.holdings.read(line);
	}

	void free() {
		this.holder = null;
	}

	boolean isFree() {
		return this.holder == null;
	}

	boolean isHeld(Moment now) {
		return this.holder != null && this.deadline > now.millis();
	}

	boolean isHeldBy(Acquisition who, Moment now) {
		return is(who) && isHeld(now);
	}

	/** Whether this acquisition has the lock alone, even if its lease is over. */
	boolean is(Acquisition who) {
		return who.equals(this.holder);
	}

	boolean isShared() {
		return is(Acquisition.SHARED);
	}

	/** Whether an acquisition has the lock alone, or keeps it from others. */
	boolean isAlone() {
		return this.holder != null && !isShared();
	}

	/** Whether a later acquisition of the same instance is among them. */
	boolean haveNewer(Acquisition who) {
		return who.isOlderThan(this.holder) || this.holdings.haveNewer(who);
	}

	/** The share of an acquisition in a lock that is shared. */
	@Nullable Holding share(Acquisition who) {
		return this.holdings.of(who);
	}

	/** All acquisitions that would lose the lock with this one. */
	List<Acquisition> with(Acquisition who) {
		return isShared() ? this.holdings.all().stream().map(Holding::who).toList() : List.of(who);
	}

	long token() {
		return this.token;
	}

	/** The end of the lease, or of the last of the leases. */
	long restMillis(Moment now) {
		return (this.holder != null) ? Math.max(this.deadline - now.millis(), 0) : 0;
	}

	/**
	 * The time until which something of it is needed, in milliseconds: a token must not
	 * be ahead of the clock when it is forgotten. In the past if nothing is needed.
	 */
	long neededUntil(Moment now) {
		long held = (this.holder != null) ? this.deadline : Long.MIN_VALUE;
		long ahead = -Math.floorDiv(now.micros() - this.token - this.reserved, 1000);
		return (ahead > 0) ? Math.max(held, now.millis() + ahead) : held;
	}

	List<LockRecord.Hold> holds(Moment now) {
		Acquisition who = this.holder;
		if (who == null || !isHeld(now)) {
			return List.of();
		}
		if (!isShared()) {
			return List.of(hold(who, this.owner, this.deadline, 0, 0, now));
		}
		return this.holdings.lasting(now.millis())
			.stream()
			.map((one) -> hold(one.who(), one.owner(), one.deadline(), one.permits(), one.capacity(), now))
			.toList();
	}

	private LockRecord.Hold hold(Acquisition who, Owner whose, long until, int permits, int capacity, Moment now) {
		return new LockRecord.Hold(who.instance(), who.sequence(), whose, Instant.ofEpochMilli(this.since),
				Duration.ofMillis(until - now.millis()), this.token, permits, capacity);
	}

	/** Whether an acquisition that is next can have what it wants. */
	boolean fits(@Nullable Share share, Moment now) {
		if (isShared() && (share == null || !this.holdings.fit(share))) {
			endShares(now);
		}
		return isFree() || (isShared() && share != null && this.holdings.fit(share));
	}

	/** Remove shares whose leases are over: they have lost the lock. */
	void endShares(Moment now) {
		this.holdings.ended(now.millis()).forEach((holding) -> end(holding, now));
		if (isShared()) {
			this.deadline = this.holdings.deadline();
			freeIfNobodyShares();
		}
	}

	private void freeIfNobodyShares() {
		if (this.holdings.isEmpty()) {
			free();
		}
	}

	/** Grant a waiter what it wants; the grant has no owner until it is claimed. */
	void grant(Acquisition who, @Nullable Share share, long leaseMillis, int passes, Moment now) {
		take(who, NOBODY, share, leaseMillis, passes, now);
		Holding holding = share(who);
		if (holding != null) {
			this.holdings.replace(holding, holding.claimed(NOBODY, null));
		}
	}

	/** Grant an acquisition the whole lock, or a share of it. */
	void take(Acquisition who, Owner itsOwner, @Nullable Share share, long leaseMillis, int passes, Moment now) {
		if (share == null) {
			own(who, itsOwner, leaseMillis, passes, now);
			return;
		}
		if (!isShared()) {
			own(Acquisition.SHARED, NOBODY, leaseMillis, 0, now);
		}
		put(new Holding(who, itsOwner, now.millis() + leaseMillis, share.permits(), share.capacity()));
	}

	private void put(Holding holding) {
		this.holdings.add(holding);
		this.deadline = Math.max(this.deadline, holding.deadline());
	}

	private void own(Acquisition who, Owner itsOwner, long leaseMillis, int passes, Moment now) {
		this.holder = who;
		this.owner = itsOwner;
		this.since = now.millis();
		this.deadline = now.millis() + leaseMillis;
		this.token = Math.max(this.token + 1, now.micros());
		this.reserved = passes;
	}

	/** Answer a repeated request of the acquisition that has the lock alone. */
	void repeat(Owner itsOwner, long leaseMillis, int passes, Moment now) {
		lengthen(leaseMillis, now);
		this.owner = itsOwner;
		this.reserved = Math.max(this.reserved, passes);
	}

	void raiseToken(long least) {
		this.token = Math.max(this.token, least);
	}

	void lengthen(long leaseMillis, Moment now) {
		this.deadline = Math.max(this.deadline, now.millis() + leaseMillis);
	}

	/**
	 * Let an acquisition claim its share, or repeat the answer to it.
	 */
	Holding claim(Holding holding, AcquireRequest request, Moment now) {
		Holding claimed = holding.claimed(request.owner(), request.share());
		this.holdings.replace(holding, claimed);
		return lengthen(claimed, request.lease().toMillis(), now);
	}

	/** Lengthen the lease of a share. */
	Holding lengthen(Holding holding, long leaseMillis, Moment now) {
		Holding lasting = holding.lastingUntil(now.millis() + leaseMillis);
		this.holdings.replace(holding, lasting);
		lengthen(leaseMillis, now);
		return lasting;
	}

	/** Let others share the holder's lock; it may have used all of its tokens. */
	void share(Acquisition who, Owner itsOwner, Share share, long leaseMillis, Moment now) {
		long rest = Math.max(restMillis(now), leaseMillis);
		use(this.reserved);
		free();
		take(who, itsOwner, share, rest, 0, now);
	}

	/** Give back the unused tokens: they may be granted next. */
	void use(int passes) {
		this.token += Math.min(passes, this.reserved);
		this.reserved = 0;
	}

	/** Remove the holder, or keep the lock from others for a while. */
	void leave(Acquisition who, long keepMillis, Moment now) {
		this.holder = (keepMillis > 0) ? new Acquisition(who.instance(), KEPT) : null;
		this.deadline = now.millis() + keepMillis;
	}

	/** Remove a share, or keep its permits from others for a while. */
	void leaveShare(Holding holding, long keepMillis, Moment now) {
		this.holdings.remove(holding);
		if (keepMillis > 0) {
			put(new Holding(new Acquisition(holding.who().instance(), KEPT), holding.owner(), now.millis() + keepMillis,
					holding.permits(), 0));
		}
		freeIfNobodyShares();
	}

	/** Remove a share that was lost. */
	void lose(Holding holding, Moment now) {
		end(holding, now);
		freeIfNobodyShares();
	}

	private void end(Holding holding, Moment now) {
		this.holdings.remove(holding);
		lost(holding.who(), now);
	}

	void expire(Moment now) {
		if (this.holder != null && !isHeld(now)) {
			lose(this.holder, now);
		}
	}

	/** Remove a holder that the same instance began earlier, and has released. */
	void endOlder(Acquisition who, Moment now) {
		Acquisition older = this.holder;
		if (older != null && older.sequence() != KEPT && older.isOlderThan(who)) {
			use(this.reserved);
			this.finished.add(older, AcquisitionState.RELEASED, now.millis());
			free();
		}
	}

	/** Remove all holders: their locks are lost. The number of used tokens is unknown. */
	void lose(Acquisition who, Moment now) {
		use(this.reserved);
		this.holdings.all().forEach((holding) -> end(holding, now));
		lost(who, now);
		free();
	}

	private void lost(Acquisition who, Moment now) {
		if (who.sequence() != KEPT) {
			this.finished.add(who, AcquisitionState.LOST, now.millis());
		}
	}

}
