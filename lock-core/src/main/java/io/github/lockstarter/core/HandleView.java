package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LogText;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.LockRequest;

/**
 * A handle for code that did not acquire the lock: it has entered nothing, and gives
 * nothing back.
 */
final class HandleView extends DefaultLockHandle {

	private final List<Hold> lent;

	private HandleView(HandleContext context, LockRequest request, List<Hold> lent) {
		super(context, request, lent);
		this.lent = lent;
	}

	/** A handle on what the caller holds; empty if it would not enter again. */
	static Optional<LockHandle> of(HandleContext context, LockRequest request, Reentry reentry) {
		List<Hold> lent = new ArrayList<>(request.keys().size());
		for (String key : request.keys()) {
			Hold own = reentry.find(key);
			if (own == null || own.isLeft() || !own.entries().covers(request)) {
				return Optional.empty();
			}
			lent.add(own);
		}
		return Optional.of(new HandleView(context, request, lent));
	}

	@Override
	void checkOpen() {
		super.checkOpen();
		if (this.lent.stream().anyMatch(Hold::isLeft)) {
			throw new IllegalStateException(
					"The lock of " + LogText.of(keys()) + " was given back; acquire the lock again.");
		}
	}

	@Override
	public LockHandle detach() {
		throw new UnsupportedOperationException("The handle of " + LogText.of(keys())
				+ " comes from held() and can't be detached; detach the one that acquired the lock.");
	}

	@Override
	CompletionStage<Void> leave(Hold hold) {
		return CompletableFuture.completedFuture(null);
	}

}
