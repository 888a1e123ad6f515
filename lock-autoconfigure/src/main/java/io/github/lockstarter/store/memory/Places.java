package io.github.lockstarter.store.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * The acquisitions that wait for a lock, the oldest first. An instance has one place at
 * most.
 */
final class Places {

	private final List<Place> places = new ArrayList<>();

	@Nullable Place of(String instance) {
		for (Place place : this.places) {
			if (place.who().instance().equals(instance)) {
				return place;
			}
		}
		return null;
	}

	/**
	 * Give an acquisition the place that its instance has, or else the last.
	 */
	void put(Acquisition who, AcquireRequest request, Way way, long now) {
		Place fresh = new Place(who, now + request.queueFor().toMillis(), way, request.passes(), request.share());
		Place before = of(who.instance());
		if (before != null) {
			this.places.set(this.places.indexOf(before), fresh);
		}
		else {
			this.places.add(fresh);
		}
	}

	void remove(@Nullable Place place) {
		this.places.remove(place);
	}

	/**
	 * Give up the places that were not asked for in time.
	 */
	void dropAbandoned(long now) {
		this.places.removeIf((place) -> place.keptUntil() <= now);
	}

	/**
	 * The first that can learn of a grant, before a certain place or at all.
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

	/** Until when the last of them is kept; long ago if there is none. */
	long keptUntil() {
		return this.places.stream().mapToLong(Place::keptUntil).max().orElse(Long.MIN_VALUE);
	}

	void clear() {
		this.places.clear();
	}

	/**
	 * A place in the queue.
	 *
	 * @param keptUntil when it is given up unless it is asked for again
	 * @param passes how many tokens to reserve with the grant
	 * @param share what it wants to share, or {@code null} if it wants the lock itself
	 */
	record Place(Acquisition who, long keptUntil, Way way, int passes, @Nullable Share share) {
	}

}
