package io.github.lockstarter.core.hold;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * A lifecycle that does nothing.
 */
public class IdleLifecycle implements HoldLifecycle {

	@Override
	public void began(Hold hold) {
	}

	@Override
	public void opened(Hold hold) {
	}

	@Override
	public CompletionStage<@Nullable StoreAnswer> left(Hold hold) {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public CompletionStage<Void> downgraded(Hold hold) {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public void closed(Hold hold) {
	}

	@Override
	public void lost(Hold hold, String reason) {
	}

	@Override
	public void doubted() {
	}

	@Override
	public void dropped(Hold hold, long remaining) {
	}

	@Override
	public void leftAfterLoss(Hold hold) {
	}

	@Override
	public CompletionStage<Void> extend(Hold hold, Duration lease) {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public void detached(Hold hold) {
	}

}
