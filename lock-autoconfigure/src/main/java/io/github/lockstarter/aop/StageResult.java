package io.github.lockstarter.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.ThrowingSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Stages and futures of the JDK. The caller's thread waits for the lock and begins the
 * work; its stage completes when the lock has been released.
 */
final class StageResult implements AsynchronousResult {

	@Override
	public boolean includes(Class<?> type) {
		return CompletionStage.class.isAssignableFrom(type);
	}

	@Override
	public boolean makes(Class<?> type) {
		return type.isAssignableFrom(CompletableFuture.class);
	}

	@Override
	public @Nullable Object call(LockedCall call) throws Throwable {
		LockHandle handle;
		try {
			handle = call.acquire();
		}
		catch (LockException ex) {
			return instead(call, ex);
		}
		AtomicBoolean begun = new AtomicBoolean();
		CompletableFuture<@Nullable Object> held = hold(call, handle, () -> {
			call.guardTransaction(handle);
			CompletionStage<@Nullable Object> stage = stage(call.proceed());
			begun.set(true);
			return stage;
		});
		return begun.get() ? held : thrown(held);
	}

	private static @Nullable Object instead(LockedCall call, LockException refusal) {
		try {
			return call.instead(refusal);
		}
		catch (Throwable ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	/**
	 * An exception of the method itself passes to its caller when the lock has been
	 * released.
	 */
	private static @Nullable Object thrown(CompletableFuture<@Nullable Object> held) throws Throwable {
		try {
			return held.join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() != null) ? ex.getCause() : ex;
		}
	}

	@SuppressWarnings("unchecked")
	private static CompletionStage<@Nullable Object> stage(@Nullable Object result) {
		if (result == null) {
			throw new IllegalStateException("A method that returns a stage returned null; let it return a stage.");
		}
		return (CompletionStage<@Nullable Object>) result;
	}

	/** The work has begun: it also ends as usual if the lock was lost since then. */
	@Override
	public Object hold(LockedCall call, LockHandle handle, Object result) {
		CompletionStage<@Nullable Object> stage = stage(result);
		AtomicBoolean guarded = new AtomicBoolean();
		CompletableFuture<@Nullable Object> held = begin(call, handle, () -> {
			guarded.set(true);
			return stage;
		});
		boolean runsOn = !guarded.get() && call.onLoss() == LossPolicy.REPORT;
		return ending(call, handle, runsOn ? stage.toCompletableFuture() : held);
	}

	private static CompletableFuture<@Nullable Object> hold(LockedCall call, LockHandle handle,
			ThrowingSupplier<CompletionStage<@Nullable Object>, Throwable> work) {
		return ending(call, handle, begin(call, handle, work));
	}

	private static CompletableFuture<@Nullable Object> ending(LockedCall call, LockHandle handle,
			CompletableFuture<@Nullable Object> guarded) {
		CompletableFuture<@Nullable Object> held = new CompletableFuture<>();
		handle.detach();
		guarded.whenComplete((value, failure) -> call.release(handle)
			.whenComplete((done, ignored) -> end(call, handle, held, value, failure)));
		held.whenComplete((value, failure) -> {
			if (held.isCancelled()) {
				guarded.cancel(true);
			}
		});
		return held;
	}

	private static CompletableFuture<@Nullable Object> begin(LockedCall call, LockHandle handle,
			ThrowingSupplier<CompletionStage<@Nullable Object>, Throwable> work) {
		try {
			return handle.callAsync(work).toCompletableFuture();
		}
		catch (RuntimeException | Error ex) {
			call.release(handle);
			throw ex;
		}
	}

	/** The release may have revealed that the lock was lost. */
	private static void end(LockedCall call, LockHandle handle, CompletableFuture<@Nullable Object> held,
			@Nullable Object value, @Nullable Throwable failure) {
		if (failure != null) {
			held.completeExceptionally(failure);
			return;
		}
		try {
			if (call.onLoss() != LossPolicy.REPORT) {
				LockLostException.throwIfLost(handle);
			}
			call.checkValue(value);
			held.complete(value);
		}
		catch (RuntimeException | Error ex) {
			held.completeExceptionally(ex);
		}
	}

	@Override
	public Object of(Class<?> type, @Nullable Object value) {
		return CompletableFuture.completedFuture(value);
	}

}
