package io.github.lockstarter.store.record;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * The acquisitions that share a lock, the oldest first.
 */
final class Holdings {

	private final List<Holding> holdings;

	Holdings() {
		this.holdings = new ArrayList<>();
	}

	Holdings(Holdings former) {
		this.holdings = new ArrayList<>(former.holdings);
	}

	@Nullable Holding of(Acquisition who) {
		for (Holding holding : this.holdings) {
			if (holding.who().equals(who)) {
				return holding;
			}
		}
		return null;
	}

	/** Whether the same instance began one of them later. */
	boolean haveNewer(Acquisition who) {
		return this.holdings.stream().anyMatch((holding) -> who.isOlderThan(holding.who()));
	}

	boolean fit(Share share) {
		long inUse = this.holdings.stream().mapToLong(Holding::permits).sum();
		return inUse + share.permits() <= share.capacity();
	}

	void add(Holding holding) {
		this.holdings.add(holding);
	}

	void replace(Holding former, Holding holding) {
		this.holdings.set(this.holdings.indexOf(former), holding);
	}

	void remove(Holding holding) {
		this.holdings.remove(holding);
	}

	List<Holding> ended(long now) {
		return this.holdings.stream().filter((holding) -> !holding.lasts(now)).toList();
	}

	List<Holding> lasting(long now) {
		return this.holdings.stream().filter((holding) -> holding.lasts(now)).toList();
	}

	List<Holding> all() {
		return List.copyOf(this.holdings);
	}

	void write(RecordWriter text) {
		this.holdings.forEach((holding) -> holding.write(text.line("share")));
	}

	void read(RecordReader line) {
		this.holdings.add(Holding.read(line));
	}

	/** The end of the last of them. */
	long deadline() {
		return this.holdings.stream().mapToLong(Holding::deadline).max().orElse(0);
	}

	boolean isEmpty() {
		return this.holdings.isEmpty();
	}

	/**
	 * A share of an acquisition.
	 *
	 * @param capacity the capacity that its owner named; 0 if it is not claimed yet, or
	 * was released
	 */
	record Holding(Acquisition who, Owner owner, long deadline, int permits, int capacity) {

		void write(RecordWriter line) {
			this.who.write(line);
			Holders.write(this.owner, line);
			line.millis(this.deadline).number(this.permits).number(this.capacity);
		}

		static Holding read(RecordReader line) {
			return new Holding(Acquisition.read(line), Holders.readOwner(line), line.millis(), line.count(),
					line.count());
		}

		boolean lasts(long now) {
			return this.deadline > now;
		}

		Holding lastingUntil(long later) {
			return new Holding(this.who, this.owner, Math.max(this.deadline, later), this.permits, this.capacity);
		}

		Holding claimed(Owner itsOwner, @Nullable Share share) {
			return new Holding(this.who, itsOwner, this.deadline, this.permits, (share != null) ? share.capacity() : 0);
		}

	}

}
