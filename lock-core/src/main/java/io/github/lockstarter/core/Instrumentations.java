package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockEvent;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.ThrowingSupplier;
import io.github.lockstarter.containment.FailureIsolation;
import org.jspecify.annotations.Nullable;

/**
 * One instrumentation around another, which goes on when telling one of them fails.
 * Thread-safe.
 */
public final class Instrumentations implements LockInstrumentation {

	private final LockInstrumentation outer;

	private final LockInstrumentation inner;

	private Instrumentations(LockInstrumentation outer, LockInstrumentation inner) {
		this.outer = outer;
		this.inner = inner;
	}

	/**
	 * Combine instrumentations.
	 * @param all the instrumentations, the first one outermost
	 * @return one that stands for all of them
	 */
	public static LockInstrumentation of(List<LockInstrumentation> all) {
		return switch (all.size()) {
			case 0 -> NONE;
			case 1 -> all.get(0);
			default -> new Instrumentations(all.get(0), of(all.subList(1, all.size())));
		};
	}

	/** Name the one that is to blame, which is not this. */
	private static <T> T required(LockInstrumentation instrumentation, T returned) {
		return Objects.requireNonNull(returned, () -> returnedNull(instrumentation));
	}

	static String returnedNull(LockInstrumentation instrumentation) {
		return "The lock instrumentation " + instrumentation.getClass().getName()
				+ " returned null; it has to return what the acquisition or the work returned.";
	}

	@Override
	public <T> T acquire(LockCall call, Supplier<T> acquisition) {
		return required(this.outer,
				this.outer.acquire(call, () -> required(this.inner, this.inner.acquire(call, acquisition))));
	}

	@Override
	public <T> CompletionStage<T> acquireAsync(LockCall call, Supplier<CompletionStage<T>> acquisition) {
		return required(this.outer,
				this.outer.acquireAsync(call, () -> required(this.inner, this.inner.acquireAsync(call, acquisition))));
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T locked(LockCall call, LockHandle handle,
			ThrowingSupplier<T, E> body) throws E {
		return this.outer.locked(call, handle, () -> this.inner.locked(call, handle, body));
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> CompletionStage<T> lockedAsync(LockCall call,
			LockHandle handle, ThrowingSupplier<CompletionStage<T>, E> work) throws E {
		return required(this.outer, this.outer.lockedAsync(call, handle,
				() -> required(this.inner, this.inner.lockedAsync(call, handle, work))));
	}

	@Override
	public void onEvent(LockEvent event) {
		tell((instrumentation) -> instrumentation.onEvent(event));
	}

	@Override
	public void released(LockCall call, Duration held) {
		tell((instrumentation) -> instrumentation.released(call, held));
	}

	@Override
	public void renewed(LockCall call, RenewalOutcome outcome) {
		tell((instrumentation) -> instrumentation.renewed(call, outcome));
	}

	@Override
	public void storeFailed(String cause) {
		tell((instrumentation) -> instrumentation.storeFailed(cause));
	}

	private void tell(Consumer<LockInstrumentation> what) {
		FailureIsolation.run("An instrumentation of locks", () -> what.accept(this.outer));
		what.accept(this.inner);
	}

}
