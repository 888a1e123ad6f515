package io.github.lockstarter.test;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.ThrowingRunnable;
import io.github.lockstarter.ThrowingSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Records the acquisitions by a description.
 */
final class RecordingSpec implements LockSpec {

	private final LockClient client;

	private final LockSpec delegate;

	private final List<String> keys;

	private final Consumer<LockAcquisition> recorder;

	private final ThreadHandles threadHandles;

	private String name = "";

	private LockOptions options = LockOptions.NONE;

	RecordingSpec(LockClient client, Collection<String> keys, Consumer<LockAcquisition> recorder,
			ThreadHandles threadHandles) {
		this.client = client;
		this.delegate = client.lock(keys);
		this.keys = List.copyOf(keys);
		this.recorder = recorder;
		this.threadHandles = threadHandles;
	}

	@Override
	public LockSpec name(String name) {
		this.delegate.name(name);
		this.name = name;
		return this;
	}

	@Override
	public LockSpec options(LockOptions options) {
		this.delegate.options(options);
		this.options = options.over(this.options);
		return this;
	}

	@Override
	public LockHandle acquire() {
		try {
			return granted(this.delegate.acquire());
		}
		catch (LockException ex) {
			throw failed(ex);
		}
	}

	@Override
	public Optional<LockHandle> tryAcquire(Duration waitTime) {
		try {
			Optional<LockHandle> handle = this.delegate.tryAcquire(waitTime);
			handle.ifPresentOrElse(this::granted, this::refused);
			return handle;
		}
		catch (LockException ex) {
			throw failed(ex);
		}
	}

	@Override
	public CompletionStage<LockHandle> acquireAsync() {
		return new RecordedStage<>(this.delegate.acquireAsync(), this::granted, this::failedLater, LockHandle::close);
	}

	@Override
	public CompletionStage<Optional<LockHandle>> tryAcquireAsync(Duration waitTime) {
		return new RecordedStage<>(this.delegate.tryAcquireAsync(waitTime),
				(handle) -> handle.ifPresentOrElse(this::granted, this::refused), this::failedLater,
				(handle) -> handle.ifPresent(LockHandle::close));
	}

	private void failedLater(Throwable failure) {
		Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : failure;
		if (cause instanceof LockException ex) {
			failed(ex);
		}
	}

	@Override
	public <E extends Throwable> void run(ThrowingRunnable<E> body) throws E {
		call(ThrowingSupplier.of(body));
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T call(ThrowingSupplier<T, E> body) throws E {
		ThrowingSupplier.checkBody(body);
		AtomicBoolean entered = new AtomicBoolean();
		try {
			return this.delegate.call(recorded(body, entered));
		}
		catch (LockException ex) {
			if (!entered.get()) {
				failed(ex);
			}
			throw ex;
		}
	}

	@Override
	public <T, E extends Throwable> Optional<T> tryCall(ThrowingSupplier<T, E> body) throws E {
		ThrowingSupplier.checkBody(body);
		AtomicBoolean entered = new AtomicBoolean();
		try {
			Optional<T> result = this.delegate.tryCall(recorded(body, entered));
			if (!entered.get()) {
				refused();
			}
			return result;
		}
		catch (LockException ex) {
			if (!entered.get()) {
				failed(ex);
			}
			throw ex;
		}
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> callAsync(
			ThrowingSupplier<? extends CompletionStage<T>, ? extends Throwable> work) {
		ThrowingSupplier.checkBody(work);
		AtomicBoolean entered = new AtomicBoolean();
		ThrowingSupplier<CompletionStage<T>, Throwable> recorded = () -> {
			entered.set(true);
			granted(LockContext.current());
			return work.get();
		};
		return new RecordedStage<>(this.delegate.callAsync(recorded), (done) -> {
		}, (failure) -> {
			if (!entered.get()) {
				failedLater(failure);
			}
		}, (unwanted) -> {
		});
	}

	private <T extends @Nullable Object, E extends Throwable> ThrowingSupplier<T, E> recorded(
			ThrowingSupplier<T, E> body, AtomicBoolean entered) {
		return () -> {
			entered.set(true);
			granted(LockContext.current());
			return body.get();
		};
	}

	@Override
	public Optional<LockHandle> held() {
		return this.delegate.held();
	}

	@Override
	public List<LockInfo> inspectAll() {
		return this.delegate.inspectAll();
	}

	@Override
	public Lock asLock() {
		return new RecordingLock(copy(), this.delegate.asLock(), this.threadHandles);
	}

	/**
	 * A copy without later changes: a view keeps the description it was made from.
	 */
	private RecordingSpec copy() {
		RecordingSpec copy = new RecordingSpec(this.client, this.keys, this.recorder, this.threadHandles);
		if (!this.name.isEmpty()) {
			copy.name(this.name);
		}
		copy.options(this.options);
		return copy;
	}

	List<String> keys() {
		return this.keys;
	}

	LockKind kind() {
		return this.options.getOrBuiltIn(LockOption.KIND);
	}

	/**
	 * Enter a lock again that the current thread holds, without a record of it.
	 */
	LockHandle enter() {
		return this.delegate.reentrant(true).tryAcquire().or(this.delegate::held).orElseThrow();
	}

	LockHandle granted(LockHandle handle) {
		this.recorder.accept(new LockAcquisition(this.name, this.options, handle));
		return handle;
	}

	void refused() {
		this.recorder.accept(new LockAcquisition(this.name, this.keys, this.options, null));
	}

	LockException failed(LockException failure) {
		this.recorder.accept(new LockAcquisition(this.name, this.keys, this.options, failure));
		return failure;
	}

}
