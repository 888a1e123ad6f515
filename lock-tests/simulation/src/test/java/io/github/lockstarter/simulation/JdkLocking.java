package io.github.lockstarter.simulation;

import java.util.concurrent.locks.Lock;

import io.github.lockstarter.LockLostException;

/**
 * What a thread takes and gives back by its view as a JDK lock.
 */
final class JdkLocking {

	private final SimulatedCaller caller;

	JdkLocking(SimulatedCaller caller) {
		this.caller = caller;
	}

	/** Lock what is free, and unlock it after a while. */
	void tryLock(Wish wish, Runnable then) {
		this.caller.blocking().tryLock(wish, (view) -> this.caller.after(wish.holdFor(), () -> {
			this.caller.checks().closes(view);
			unlock(lock(wish), view);
			then.run();
		}), then);
	}

	/** By its view it locks what it has already, twice, and unlocks it at last. */
	void lockToo(HeldLock outer, long rest, Runnable then) {
		Wish wish = new Wish(outer.keys(), outer.wish().options(), rest, false);
		Lock lock = lock(wish);
		this.caller.step("locks", wish.keys().get(0), 0);
		try {
			lock.lock();
		}
		catch (LockLostException ex) {
			this.caller.close(outer);
			then.run();
			return;
		}
		HeldLock view = this.caller.sees(outer,
				this.caller.client().engine().lock(wish.keys(), wish.options()).held().orElseThrow());
		if (!lock.tryLock()) {
			throw new Violation(this.caller.name() + " can't lock again what it has locked");
		}
		unlock(lock, view);
		this.caller.after(rest / 2, () -> this.caller.close(outer));
		this.caller.after(rest, () -> {
			this.caller.checks().closes(view);
			unlock(lock, view);
			then.run();
		});
	}

	private Lock lock(Wish wish) {
		return this.caller.client().engine().lock(wish.keys(), wish.options()).asLock();
	}

	private void unlock(Lock lock, HeldLock view) {
		this.caller.step("unlocks", view.keys().get(0), 0);
		try {
			lock.unlock();
		}
		catch (LockLostException ex) {
			if (!view.handle().isLost()) {
				throw new Violation(this.caller.name() + " was told of a loss that there was not", ex);
			}
		}
	}

}
