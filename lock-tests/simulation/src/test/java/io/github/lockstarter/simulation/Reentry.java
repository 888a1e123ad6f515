package io.github.lockstarter.simulation;

import java.util.List;

import io.github.lockstarter.LockOption;

/**
 * What a thread asks for once more while it holds it.
 */
final class Reentry {

	private final SimulatedCaller caller;

	private final SimulatedTime time;

	Reentry(SimulatedCaller caller) {
		this.caller = caller;
		this.time = caller.time();
	}

	/** The inner handle is closed before the outer one, or by another thread after it. */
	void enterAgain(HeldLock outer, long rest, Runnable then) {
		String key = outer.keys().get(0);
		Wish wish = new Wish(List.of(key), outer.wish().options(), rest, false);
		boolean crossed = this.time.chance(0.3);
		this.caller.blocking().acquireAgain(wish, (inner) -> {
			if (crossed) {
				this.caller.after(rest / 2, () -> this.caller.asAnother(() -> this.caller.close(outer)));
				close(inner, rest, then);
			}
			else {
				this.caller.after(rest / 2, () -> this.caller.close(inner));
				close(outer, rest, then);
			}
		}, () -> close(outer, 0, then));
	}

	/** Who has a lock alone goes on reading, and lets others read as well. */
	void readOn(HeldLock outer, long rest, Runnable then) {
		if (outer.isShared()) {
			close(outer, rest, then);
			return;
		}
		Wish wish = new Wish(outer.keys(), outer.wish().options(), rest, false).reading();
		this.caller.blocking().acquireAgain(wish, (reader) -> this.caller.after(rest / 3, () -> {
			this.caller.close(outer);
			endReading(reader, rest, then);
		}), () -> close(outer, 0, then));
	}

	/** Unless the lock is to be held at least so long, it is shared by now. */
	private void endReading(HeldLock reader, long rest, Runnable then) {
		boolean kept = !reader.wish().options().getOrBuiltIn(LockOption.MIN_HOLD).isZero();
		if (kept || this.time.chance(0.5)) {
			close(reader, rest, then);
		}
		else {
			this.caller.after(rest, () -> askInVain(reader, then));
		}
	}

	/** It takes another lock under the one that it has, even while its client drains. */
	void nest(HeldLock outer, Runnable then) {
		List<String> others = this.caller.simulation()
			.keys()
			.stream()
			.filter((key) -> !outer.keys().contains(key))
			.toList();
		if (others.isEmpty()) {
			close(outer, 0, then);
			return;
		}
		Wish wish = outer.wish().under(others.get(this.time.below(others.size())));
		this.caller.blocking().acquire(wish, (inner) -> {
			this.caller.after(wish.holdFor(), () -> this.caller.close(inner));
			close(outer, 2 * wish.holdFor() + 1, then);
		}, () -> close(outer, 0, then));
	}

	/**
	 * A thread that may not enter again what it holds is told so, as is one that wants
	 * alone what it shares: neither ever waits for itself.
	 */
	void askInVain(HeldLock outer, Runnable then) {
		Wish wish = (outer.isShared() && this.time.chance(0.5)) ? outer.wish().alone() : outer.wish().withoutReentry();
		List<String> keys = this.time.chance(0.5) ? outer.keys() : this.caller.simulation().keys();
		Wish all = new Wish(keys, wish.options(), 0, false);
		this.caller.blocking().acquireAgain(all, (inner) -> {
			throw new Violation(this.caller.name() + " was given " + keys + " although it holds one of them");
		}, () -> close(outer, 0, then));
	}

	private void close(HeldLock held, long rest, Runnable then) {
		this.caller.after(rest, () -> {
			this.caller.close(held);
			then.run();
		});
	}

}
