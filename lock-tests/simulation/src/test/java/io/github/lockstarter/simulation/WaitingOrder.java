package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * Who waits for which lock, in order, as the server's own answers tell: nobody may be
 * granted a lock while a waiter before it can be reached.
 */
final class WaitingOrder {

	private final Predicate<String> listening;

	private final Map<String, List<Place>> lines = new HashMap<>();

	/**
	 * Create it without waiters.
	 * @param listening tells of an instance whether it can be told anything
	 */
	WaitingOrder(Predicate<String> listening) {
		this.listening = listening;
	}

	/**
	 * An instance waits; it keeps the place that it has, or gets the last, but for those
	 * that it is older than, and those that are older.
	 */
	void queued(String key, Place place) {
		List<Place> line = line(key);
		int at = line.size();
		for (int i = line.size() - 1; i >= 0; i--) {
			at = line.get(i).instance().equals(place.instance()) ? i : at;
		}
		line.removeIf((known) -> known.instance().equals(place.instance()));
		for (int i = line.size() - 1; i >= 0; i--) {
			at = place.isOlderThan(line.get(i)) ? Math.min(at, i) : at;
		}
		for (int i = 0; i < line.size(); i++) {
			at = line.get(i).isOlderThan(place) ? Math.max(at, i + 1) : at;
		}
		line.add(at, place);
	}

	/** Whether an instance has a place. */
	boolean contains(String key, String instance) {
		return line(key).stream().anyMatch((place) -> place.instance().equals(instance));
	}

	/** Whether an acquisition has a place that is not given up yet. */
	boolean keeps(String key, String instance, long sequence, long nowMillis) {
		return line(key).stream()
			.anyMatch((place) -> place.instance().equals(instance) && place.sequence() == sequence
					&& place.keptUntilMillis() > nowMillis);
	}

	/** An instance is granted a lock that it did not hold. */
	void granted(String key, String instance) {
		for (Place ahead : line(key)) {
			if (ahead.instance().equals(instance)) {
				break;
			}
			if (ahead.deaf() || this.listening.test(ahead.instance())) {
				throw new Violation("'" + key + "' is granted to " + instance + " although " + ahead.instance()
						+ " has waited for it longer and can be reached");
			}
		}
		line(key).removeIf((place) -> place.instance().equals(instance));
	}

	private List<Place> line(String key) {
		return this.lines.computeIfAbsent(key, (absent) -> new ArrayList<>());
	}

	/** An acquisition waits no more, nor does an older one of the same instance. */
	void left(String key, String instance, long sequence) {
		line(key).removeIf((place) -> place.instance().equals(instance) && place.sequence() <= sequence);
	}

	/** The server looks at a lock, and gives up the places that were not asked for. */
	void asked(String key, long nowMillis) {
		line(key).removeIf((place) -> place.keptUntilMillis() <= nowMillis);
	}

	/** The server knows nothing of a lock any more. */
	void forgotten(String key) {
		this.lines.remove(key);
	}

	/**
	 * A waiter.
	 *
	 * @param sequence its acquisition
	 * @param keptUntilMillis when its place is given up, by the server's clock
	 * @param deaf whether it asks by itself instead of being told
	 * @param since since when its caller waits; {@code null} if it does not tell
	 */
	record Place(String instance, long sequence, long keptUntilMillis, boolean deaf, @Nullable Long since) {

		boolean isOlderThan(Place other) {
			return this.since != null && other.since != null && this.since < other.since;
		}

	}

}
