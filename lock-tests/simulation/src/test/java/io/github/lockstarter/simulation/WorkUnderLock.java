package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * What a thread does with a lock that it holds, and how it gives it back.
 */
final class WorkUnderLock {

	private final SimulatedCaller caller;

	private final SimulatedTime time;

	private final HandleInUse use;

	private final Reentry reentry;

	private final JdkLocking jdk;

	/** Handles that were dropped without being closed. */
	private final List<HeldLock> dropped = new ArrayList<>();

	WorkUnderLock(SimulatedCaller caller) {
		this.caller = caller;
		this.time = caller.time();
		this.use = new HandleInUse(caller);
		this.reentry = new Reentry(caller);
		this.jdk = new JdkLocking(caller);
	}

	/** Hold it for a while, and do by chance what can be done with it. */
	void begin(HeldLock held, Runnable then) {
		long rest = held.wish().holdFor();
		if (this.caller.simulation().isCalm()) {
			beginCalm(held, rest, then);
			return;
		}
		switch (this.time.below(20)) {
			case 0 -> later(rest / 2, () -> this.reentry.enterAgain(held, rest / 2, then));
			case 1 -> later(rest / 2, () -> this.reentry.askInVain(held, then));
			case 2, 3 -> later(rest / 2, () -> this.use.extend(held), rest / 2, held, then);
			case 4 -> later(rest / 2, () -> this.use.detach(held), rest / 2, held, then);
			case 5 -> later(rest / 2, () -> this.use.lookAtWhatIsHeld(held), rest / 2, held, then);
			case 6 -> later(rest, () -> this.caller.asAnother(() -> close(held, then)));
			case 7 -> later(rest, () -> closeTwice(held, then));
			case 8 -> later(rest, () -> drop(held, then));
			case 9 -> later(rest, () -> unlockToo(held, then));
			case 10 -> later(rest, () -> closeAsync(held, then));
			case 11, 12 -> later(rest / 2, () -> this.reentry.nest(held, then));
			case 13 -> later(rest / 2, () -> this.jdk.lockToo(held, rest / 2, then));
			case 14 -> later(rest, () -> forgetOrClose(held, then));
			case 15 -> later(rest / 2, () -> readOn(held, rest / 2, then));
			case 16 -> later(rest / 2, () -> forceRelease(held), rest / 2, held, then);
			default -> later(rest, () -> close(held, then));
		}
	}

	/** The other ways to go on have no end that is certain. */
	private void beginCalm(HeldLock held, long rest, Runnable then) {
		switch (this.time.below(20)) {
			case 0 -> later(rest / 2, () -> this.use.extend(held), rest / 2, held, then);
			case 1 -> later(rest / 2, () -> this.use.lookAtWhatIsHeld(held), rest / 2, held, then);
			default -> later(rest, () -> close(held, then));
		}
	}

	private void later(long nanos, Runnable task) {
		this.caller.after(nanos, task);
	}

	private void later(long nanos, Runnable task, long rest, HeldLock held, Runnable then) {
		later(nanos, () -> {
			task.run();
			later(rest, () -> close(held, then));
		});
	}

	private void close(HeldLock held, Runnable then) {
		this.caller.close(held);
		then.run();
	}

	private void closeAsync(HeldLock held, Runnable then) {
		this.caller.closeAsync(held);
		then.run();
	}

	private void closeTwice(HeldLock held, Runnable then) {
		this.caller.close(held);
		later(this.time.between(0, 5 * SimulatedTime.MILLISECOND), () -> close(held, then));
	}

	/** As a JDK lock, which gives away what the handle was for. */
	private void unlockToo(HeldLock held, Runnable then) {
		String key = held.keys().get(0);
		if (held.keys().size() == 1 && held.handle().isValid()) {
			this.caller.step("unlocks", key, 0);
			this.caller.checks().closes(held);
			this.caller.client().engine().unlock(key);
		}
		later(this.time.between(0, 5 * SimulatedTime.MILLISECOND), () -> close(held, then));
	}

	/** An operator finds it held for too long; few do, and nobody while all is well. */
	private void forceRelease(HeldLock held) {
		if (!this.caller.simulation().isHealed() && this.time.chance(0.3)) {
			String key = held.keys().get(0);
			this.caller.step("is ended by force", key, 0);
			SimulatedClient client = this.caller.client();
			long askedAt = this.time.now();
			try {
				client.engine().forceRelease(key).thenAccept((ended) -> this.caller.checked(() -> {
					if (ended) {
						this.caller.checks().forced(client, key, askedAt);
					}
				}));
			}
			catch (NoThreadError ex) {
				this.caller.step("is told " + ex.getClass().getSimpleName(), "", 0);
			}
		}
	}

	/** A quorum lets nobody share a lock. */
	private void readOn(HeldLock held, long rest, Runnable then) {
		if (this.caller.simulation().isQuorum()) {
			later(rest, () -> close(held, then));
		}
		else {
			this.reentry.readOn(held, rest, then);
		}
	}

	/** Few are careless, for others have to wait until the lease ends. */
	private void forgetOrClose(HeldLock held, Runnable then) {
		if (!this.caller.simulation().isHealed() && this.time.chance(0.1)) {
			forget(held, then);
		}
		else {
			close(held, then);
		}
	}

	/** Drop the handle: the lock is renewed no more, and its lease ends. */
	private void forget(HeldLock held, Runnable then) {
		this.caller.step("forgets", held.keys().get(0), 0);
		held.handle().detach();
		this.caller.checks().forgets(held);
		held.forget();
		then.run();
	}

	private void drop(HeldLock held, Runnable then) {
		if (held.wish().isRenewed()) {
			close(held, then);
		}
		else {
			this.dropped.add(held);
			later(this.time.between(0, 3 * SimulatedTime.SECOND), () -> {
				closeDropped();
				then.run();
			});
		}
	}

	void closeDropped() {
		List<HeldLock> late = List.copyOf(this.dropped);
		this.dropped.clear();
		late.forEach(this.caller::close);
	}

}
