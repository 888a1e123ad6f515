package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

import io.github.lockstarter.store.StoreAnswer;

/**
 * A stage of a store that throws an error itself at whoever wants to hear its answer.
 */
public final class BrokenStage extends CompletableFuture<StoreAnswer> {

	@Override
	public CompletableFuture<StoreAnswer> whenComplete(BiConsumer<? super StoreAnswer, ? super Throwable> action) {
		throw new LinkageError("thrown by a test");
	}

}
