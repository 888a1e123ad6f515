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
 * Who holds a lock, until when, and by which token: nobody, one alone, or those that
 * share it.
 */
final class Holders {

	/** The sequence of a holder that has released the lock, which is kept from others. */
	static final long KEPT = 0;

	private static final Owner NOBODY = new Owner("", "", "");

	private final FinishedAcquisitions finished;

	/** Of a lock that is shared an acquisition that nobody is. */
	private @Nullable Acquisition holder;

	private Owner owner = NOBODY;

	private long since;

	private long deadline;

	private long token;

	/** How many tokens after it are the holder's, too. */
	private int reserved;

	/** Of a lock that is shared; otherwise there are none. */
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

	/** Whether this one has the lock alone, be it that its lease is over. */
	boolean is(Acquisition who) {
		return who.equals(this.holder);
	}

	boolean isShared() {
		return is(Acquisition.SHARED);
	}

	/** Whether one has the lock alone, or keeps it from others. */
	boolean isAlone() {
		return this.holder != null && !isShared();
	}

	/** Whether an acquisition of the same instance that was begun later is among them. */
	boolean haveNewer(Acquisition who) {
		return who.isOlderThan(this.holder) || this.holdings.haveNewer(who);
	}

	/** What an acquisition has of a lock that is shared. */
	@Nullable Holding share(Acquisition who) {
		return this.holdings.of(who);
	}

	/** All that would lose the lock with this one. */
	List<Acquisition> with(Acquisition who) {
		return isShared() ? this.holdings.all().stream().map(Holding::who).toList() : List.of(who);
	}

	long token() {
		return this.token;
	}

	/** How long its lease lasts, or that of the last of them. */
	long restMillis(Moment now) {
		return (this.holder != null) ? Math.max(this.deadline - now.millis(), 0) : 0;
	}

	/**
	 * Until when something of it is needed, in milliseconds: a token must not be ahead of
	 * the clock when it is forgotten. In the past if nothing is.
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

	/** Those that share the lock and are over have lost it. */
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

	/** Let one that waited have what it wants, which nobody knows by name yet. */
	void grant(Acquisition who, @Nullable Share share, long leaseMillis, int passes, Moment now) {
		take(who, NOBODY, share, leaseMillis, passes, now);
		Holding holding = share(who);
		if (holding != null) {
			this.holdings.replace(holding, holding.claimed(NOBODY, null));
		}
	}

	/** Let somebody have a lock for itself, or a share of it. */
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

	/** The one that has the lock alone asks once more. */
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
	 * One that shares the lock claims its share, or asks only for the answer once more.
	 */
	Holding claim(Holding holding, AcquireRequest request, Moment now) {
		Holding claimed = holding.claimed(request.owner(), request.share());
		this.holdings.replace(holding, claimed);
		return lengthen(claimed, request.lease().toMillis(), now);
	}

	/** One that shares the lock asks for more time. */
	Holding lengthen(Holding holding, long leaseMillis, Moment now) {
		Holding lasting = holding.lastingUntil(now.millis() + leaseMillis);
		this.holdings.replace(holding, lasting);
		lengthen(leaseMillis, now);
		return lasting;
	}

	/** The holder lets others in, and may have used all of its tokens. */
	void share(Acquisition who, Owner itsOwner, Share share, long leaseMillis, Moment now) {
		long rest = Math.max(restMillis(now), leaseMillis);
		use(this.reserved);
		free();
		take(who, itsOwner, share, rest, 0, now);
	}

	/** The others may be granted next. */
	void use(int passes) {
		this.token += Math.min(passes, this.reserved);
		this.reserved = 0;
	}

	/** The holder has left, or keeps the lock from others for a while. */
	void leave(Acquisition who, long keepMillis, Moment now) {
		this.holder = (keepMillis > 0) ? new Acquisition(who.instance(), KEPT) : null;
		this.deadline = now.millis() + keepMillis;
	}

	/** One that shares the lock has left, or keeps its permits for a while. */
	void leaveShare(Holding holding, long keepMillis, Moment now) {
		this.holdings.remove(holding);
		if (keepMillis > 0) {
			put(new Holding(new Acquisition(holding.who().instance(), KEPT), holding.owner(), now.millis() + keepMillis,
					holding.permits(), 0));
		}
		freeIfNobodyShares();
	}

	/** A share has ended by a loss. */
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

	/** All that is held is lost. Nobody knows how many of the tokens were used. */
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
