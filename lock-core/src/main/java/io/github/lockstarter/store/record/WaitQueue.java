package io.github.lockstarter.store.record;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.StoreTimes;
import org.jspecify.annotations.Nullable;

/**
 * The acquisitions that wait for a lock, in the order in which they are served: by
 * arrival, but acquisitions that report how long they have waited stand among each other
 * in the order of that time. An instance has at most one place.
 */
final class WaitQueue {

	private final List<Place> places;

	WaitQueue() {
		this.places = new ArrayList<>();
	}

	WaitQueue(WaitQueue former) {
		this.places = new ArrayList<>(former.places);
	}

	@Nullable Place of(String instance) {
		for (Place place : this.places) {
			if (place.who().instance().equals(instance)) {
				return place;
			}
		}
		return null;
	}

	/**
	 * Give an acquisition the place of its instance, or else the last one. If it reports
	 * how long it has waited, it moves from there to the nearest place that is in the
	 * order of the reported times.
	 */
	Place put(Acquisition who, AcquireRequest request, Way way, Moment now) {
		Place fresh = new Place(who, now.millis() + request.placeTimeout().toMillis(), way, request.passes(),
				request.share(), since(request, now), request.secret());
		Place known = of(who.instance());
		int at = (known != null) ? this.places.indexOf(known) : this.places.size();
		this.places.remove(known);
		this.places.add(index(at, fresh.since()), fresh);
		return fresh;
	}

	/**
	 * The first acquisition that has waited for less time than the caller of a request
	 * without a place; {@code null} if there is none.
	 */
	@Nullable Place behind(AcquireRequest request, Moment now) {
		int at = index(this.places.size(), since(request, now));
		return (at < this.places.size()) ? this.places.get(at) : null;
	}

	private static @Nullable Long since(AcquireRequest request, Moment now) {
		Duration waited = request.waited();
		return (waited != null) ? now.micros() - TimeUnit.NANOSECONDS.toMicros(waited.toNanos()) : null;
	}

	private int index(int wanted, @Nullable Long since) {
		int at = wanted;
		for (int i = 0; i < this.places.size() && since != null; i++) {
			Long its = this.places.get(i).since();
			if (its != null && its > since) {
				return Math.min(at, i);
			}
			at = (its != null && its < since) ? Math.max(at, i + 1) : at;
		}
		return at;
	}

	void remove(@Nullable Place place) {
		this.places.remove(place);
	}

	/**
	 * Give up the places whose acquisitions did not ask again in time.
	 */
	void dropAbandoned(long now) {
		this.places.removeIf((place) -> place.keptUntil() <= now);
	}

	/**
	 * The first reachable waiter, before a certain place or at all.
	 */
	@Nullable Place firstWithinReach(@Nullable Place before, Predicate<String> listening) {
		for (Place place : this.places) {
			if (place.equals(before)) {
				return null;
			}
			if (place.way() == Way.DEAF || listening.test(place.who().instance())) {
				return place;
			}
		}
		return null;
	}

	int count(long now) {
		return (int) this.places.stream().filter((place) -> place.keptUntil() > now).count();
	}

	void write(RecordWriter text) {
		this.places.forEach((place) -> place.write(text));
	}

	void read(RecordReader line) {
		this.places.add(Place.read(line));
	}

	/**
	 * On a line of its own, behind that of its place, which former versions can't read.
	 */
	void readSecret(RecordReader line) {
		int last = this.places.size() - 1;
		this.places.set(last, this.places.get(last).with(line.word()));
	}

	/** The time until which the last of them is kept; long ago if there is none. */
	long keptUntil() {
		return this.places.stream().mapToLong(Place::keptUntil).max().orElse(Long.MIN_VALUE);
	}

	/**
	 * A place in the queue.
	 *
	 * @param keptUntil when it is given up unless its acquisition asks again
	 * @param passes the number of tokens to reserve with the grant
	 * @param share the share that it wants, or {@code null} if it wants the lock itself
	 * @param since when its caller began to wait, in microseconds, or {@code null} if
	 * unknown
	 * @param secret what its grant has to prove; empty if it has none
	 */
	record Place(Acquisition who, long keptUntil, Way way, int passes, @Nullable Share share, @Nullable Long since,
			String secret) {

		/** Claim window of a grant that the place gets now. */
		long claimWindowMillis(Moment now) {
			return Math.min(this.keptUntil - now.millis(), StoreTimes.LONGEST_PLACE.toMillis());
		}

		Place with(String known) {
			return new Place(this.who, this.keptUntil, this.way, this.passes, this.share, this.since, known);
		}

		void write(RecordWriter text) {
			RecordWriter line = text.line("wait");
			this.who.write(line);
			line.millis(this.keptUntil).word(this.way.name()).number(this.passes);
			line.number((this.share != null) ? this.share.permits() : 0)
				.number((this.share != null) ? this.share.capacity() : 0);
			if (this.since != null) {
				line.micros(this.since);
			}
			if (!this.secret.isEmpty()) {
				text.line("secret").word(this.secret);
			}
		}

		static Place read(RecordReader line) {
			Acquisition who = Acquisition.read(line);
			long keptUntil = line.millis();
			Way way = Way.valueOf(line.word());
			int passes = line.count();
			int permits = line.count();
			int capacity = line.count();
			return new Place(who, keptUntil, way, passes, (permits > 0) ? new Share(permits, capacity) : null,
					line.isAtEnd() ? null : line.micros(), "");
		}

	}

}
