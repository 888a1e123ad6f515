package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Strikes with random nemeses, at most one of the JVMs, one of the network and one of
 * Redis at a time, and writes down which.
 */
final class Storm {

	private static final int LONGEST_MILLIS = 3000;

	private final Arena arena;

	private final Random random;

	private final List<List<? extends Nemesis>> kinds;

	/**
	 * Create a storm.
	 * @param redisFaults which faults of Redis there may be
	 */
	Storm(Arena arena, List<? extends Nemesis> redisFaults) {
		this.arena = arena;
		this.random = arena.random();
		this.kinds = List.of(List.of(ChildFault.values()), List.of(NetworkFault.values()), redisFaults);
	}

	/**
	 * Strike once, for a random time. Who holds or waits is found before Redis and the
	 * network get into trouble, and who was killed is replaced when they are well again.
	 */
	void strike() {
		Deque<Runnable> ends = new ArrayDeque<>();
		StringBuilder names = new StringBuilder();
		for (List<? extends Nemesis> kind : this.kinds) {
			if (this.random.nextInt(3) > 0) {
				Nemesis nemesis = kind.get(this.random.nextInt(kind.size()));
				names.append(' ').append(nemesis);
				ends.push(nemesis.strike(this.arena));
				this.arena.work(upTo(500));
			}
		}
		Duration time = upTo(LONGEST_MILLIS);
		System.out.println("Nemeses:" + names + " for " + time.toMillis() + " ms");
		this.arena.work(time);
		ends.forEach(Runnable::run);
	}

	private Duration upTo(int millis) {
		return Duration.ofMillis(this.random.nextInt(1, millis));
	}

}
