package io.github.lockstarter.test;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.ThrowingRunnable;
import io.github.lockstarter.ThrowingSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects the options of a lock, without taking it.
 */
abstract class StubSpec implements LockSpec {

	private final List<String> keys;

	private String name = "";

	private LockOptions options = LockOptions.NONE;

	StubSpec(Collection<String> keys) {
		this.keys = List.copyOf(keys);
	}

	@Override
	public LockSpec name(String name) {
		this.name = name;
		return this;
	}

	@Override
	public LockSpec options(LockOptions options) {
		this.options = options.over(this.options);
		return this;
	}

	@Override
	public <E extends Throwable> void run(ThrowingRunnable<E> body) throws E {
		call(ThrowingSupplier.of(body));
	}

	@Override
	public CompletionStage<Optional<LockHandle>> tryAcquireAsync(Duration waitTime) {
		LockOption.WAIT_TIME.check(waitTime);
		return acquireAsync().handle(StubSpec::outcome).thenCompose((outcome) -> outcome);
	}

	private static CompletionStage<Optional<LockHandle>> outcome(@Nullable LockHandle handle,
			@Nullable Throwable failure) {
		Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : failure;
		if (cause == null || cause instanceof LockNotAcquiredException) {
			return CompletableFuture.completedStage(Optional.ofNullable(handle));
		}
		return CompletableFuture.failedStage(cause);
	}

	@Override
	public <T, E extends Throwable> Optional<T> tryCall(ThrowingSupplier<T, E> body) throws E {
		ThrowingSupplier.checkBody(body);
		Optional<LockHandle> acquired = tryAcquire();
		if (acquired.isEmpty()) {
			return Optional.empty();
		}
		try (LockHandle held = acquired.get()) {
			return Optional.ofNullable(held.call(body));
		}
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> callAsync(
			ThrowingSupplier<? extends CompletionStage<T>, ? extends Throwable> work) {
		ThrowingSupplier.checkBody(work);
		return acquireAsync()
			.thenCompose((held) -> held.callAsync(work).whenComplete((result, failure) -> held.close()));
	}

	List<String> keys() {
		return this.keys;
	}

	LockKind kind() {
		return this.options.getOrBuiltIn(LockOption.KIND);
	}

	/**
	 * Copy the options of another description, unaffected by its later changes.
	 */
	StubSpec like(StubSpec other) {
		this.name = other.name;
		this.options = other.options;
		return this;
	}

	/**
	 * The same description, for a client.
	 */
	LockSpec of(LockClient client) {
		return client.lock(this.keys).name(this.name).options(this.options);
	}

}
