package io.github.lockstarter.simulation;

import java.util.List;

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
		String key = outer.handle().keys().get(0);
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

	/**
	 * A thread that may not enter again what it holds is told so, as is one that wants
	 * alone what it shares: neither ever waits for itself.
	 */
	void askInVain(HeldLock outer, Runnable then) {
		Wish wish = (outer.isShared() && this.time.chance(0.5)) ? outer.wish().alone() : outer.wish().withoutReentry();
		List<String> keys = this.time.chance(0.5) ? outer.handle().keys() : this.caller.simulation().keys();
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
