package io.github.lockstarter.simulation;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockHandle;
import org.jspecify.annotations.Nullable;

/**
 * What a thread does with the handle of a lock before it closes it.
 */
final class HandleInUse {

	/** Clocks go differently, and answers take a while. */
	private static final double PART_LEFT = 0.95;

	private final SimulatedCaller caller;

	private final SimulatedTime time;

	HandleInUse(SimulatedCaller caller) {
		this.caller = caller;
		this.time = caller.time();
	}

	void detach(HeldLock held) {
		this.caller.step("detaches", key(held), 0);
		held.handle().detach();
	}

	private static String key(HeldLock held) {
		return held.keys().get(0);
	}

	void extend(HeldLock held) {
		extend(held, held.handle());
	}

	private void extend(HeldLock held, LockHandle handle) {
		this.caller.step("extends", key(held), 0);
		Duration lease = Duration.ofMillis(this.time.between(100, Wish.LONGEST_LEASE.toMillis()));
		boolean calm = this.caller.simulation().isCalm() && held.wish().isRenewed();
		CompletionStage<Void> extended;
		try {
			extended = handle.extendAsync(lease);
		}
		catch (NoThreadError ex) {
			this.caller.step("is told " + ex.getClass().getSimpleName(), "", 0);
			return;
		}
		this.caller.simulation().promises().made(this.caller.client(), "the end of extendAsync", extended);
		if (calm) {
			long askedAt = this.time.now();
			extended.whenComplete((nothing, failure) -> this.caller
				.checked(() -> checkExtended(held, lease.toNanos() - (this.time.now() - askedAt), failure)));
		}
	}

	/** Nothing was wrong while it was asked for. */
	private void checkExtended(HeldLock held, long rest, @Nullable Throwable failure) {
		boolean open = this.caller.checks().isOpen(held);
		if (open && failure != null && !this.caller.client().isStopping()) {
			throw new Violation(
					"a lock of " + this.caller.name() + " was not extended although nothing was wrong: " + failure,
					failure);
		}
		if (open && failure == null && held.handle().remaining().toNanos() < rest * PART_LEFT) {
			throw new Violation("a lock of " + this.caller.name() + " lasts " + held.handle().remaining().toMillis()
					+ " ms after it was extended to " + rest / SimulatedTime.MILLISECOND);
		}
	}

	/** Ask for a handle of what the thread holds, which gives nothing back. */
	void lookAtWhatIsHeld(HeldLock held) {
		LockSpec spec = this.caller.client().engine().lock(held.keys(), held.wish().options());
		this.caller.step("looks at what it holds", key(held), 0);
		this.caller.asAnother(() -> {
			if (spec.held().isPresent()) {
				throw new Violation("a thread was told that it holds '" + key(held) + "', which another one holds");
			}
		});
		Optional<LockHandle> found = spec.held();
		if (held.handle().isLost()) {
			return;
		}
		if (found.isEmpty() || found.get().state() != held.handle().state()) {
			throw new Violation(this.caller.name() + " holds " + held.handle() + ", and was told " + found);
		}
		if (this.time.chance(0.3)) {
			extend(held, found.get());
		}
		found.get().close();
	}

}
