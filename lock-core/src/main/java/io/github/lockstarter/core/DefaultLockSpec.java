package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.ThrowingRunnable;
import io.github.lockstarter.ThrowingSupplier;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.Nullable;

/**
 * Collects options, and hands over to what takes the lock.
 */
final class DefaultLockSpec implements LockSpec {

	private final Function<String, LockEngine> engines;

	private final SoundSettings settings;

	private final List<String> keys;

	private String name = "";

	private LockOptions written = LockOptions.NONE;

	DefaultLockSpec(Function<String, LockEngine> engines, SoundSettings settings, List<String> keys) {
		this.engines = engines;
		this.settings = settings;
		this.keys = keys;
	}

	@Override
	public LockSpec name(String name) {
		if (name == null) {
			throw new IllegalArgumentException("The name of the lock is null; leave it out for a lock without a name.");
		}
		if (name.chars().anyMatch(Character::isWhitespace)) {
			throw new IllegalArgumentException("The name of the lock, '" + name
					+ "', contains white space; write one without, such as 'OrderService.process'.");
		}
		this.name = name;
		return this;
	}

	@Override
	public LockSpec options(LockOptions options) {
		if (options == null) {
			throw new IllegalArgumentException("The options are null; use LockOptions.NONE to set none.");
		}
		this.written = options.over(this.written);
		return this;
	}

	/** The store of a lock goes by its name. */
	private LockEngine engine() {
		return this.engines.apply(this.name);
	}

	private LockRequest request() {
		LockSettings.Resolved options = this.settings.resolve(this.name, this.written);
		if (options.lacksCapacity()) {
			throw new IllegalArgumentException(
					"The lock is a semaphore without a capacity; say how many permits there are, as in permits(1, 5).");
		}
		if (this.keys.size() > 1) {
			Keys.checkCount(this.keys.size(), options.get(LockOption.MAX_KEYS));
		}
		LockEngine engine = engine();
		checkSupported(options, engine.lacks());
		LockRequest request = new LockRequest(new LockCall(this.name, this.keys, options.get(LockOption.KIND)), options,
				engine.adaptiveLeases().lease(this.name, options));
		engine.leaseLimit().check(request.leaseTime());
		return request;
	}

	private static void checkSupported(LockSettings.Resolved options, Set<StoreFeature> lacks) {
		if (lacks.isEmpty()) {
			return;
		}
		if (options.get(LockOption.FAIR) && lacks.contains(StoreFeature.QUEUE)) {
			throw new IllegalArgumentException(
					"The lock store has no queue, so it can't serve in the order that the option"
							+ " 'fair' asks for; leave out the option, or keep the lock in another store.");
		}
		if (options.get(LockOption.KIND) != LockKind.MUTEX && lacks.contains(StoreFeature.SHARES)) {
			throw new IllegalArgumentException(
					"The lock store has neither read locks nor semaphores, so the option 'kind' can't be "
							+ options.get(LockOption.KIND) + "; keep the lock in another store.");
		}
	}

	@Override
	public LockHandle acquire() {
		LockRequest request = request();
		return acquire(request, request.waitTime());
	}

	private LockHandle acquire(LockRequest request, Duration waitTime) {
		return engine().acquire(request, waitTime, DefaultLockSpec.class);
	}

	@Override
	public Optional<LockHandle> tryAcquire(Duration waitTime) {
		LockOption.WAIT_TIME.check(waitTime);
		try {
			return Optional.of(acquire(request(), waitTime));
		}
		catch (LockNotAcquiredException ex) {
			return Optional.empty();
		}
	}

	@Override
	public CompletionStage<LockHandle> acquireAsync() {
		LockRequest request = request();
		return engine().acquireAsync(request, request.waitTime());
	}

	@Override
	public CompletionStage<Optional<LockHandle>> tryAcquireAsync(Duration waitTime) {
		LockOption.WAIT_TIME.check(waitTime);
		return AsyncTry.of(engine().acquireAsync(request(), waitTime));
	}

	@Override
	public <E extends Throwable> void run(ThrowingRunnable<E> body) throws E {
		call(ThrowingSupplier.of(body));
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T call(ThrowingSupplier<T, E> body) throws E {
		ThrowingSupplier.checkBody(body);
		LockRequest request = request();
		return call(request, engine().acquire(request, request.waitTime()), body);
	}

	@Override
	public <T, E extends Throwable> Optional<T> tryCall(ThrowingSupplier<T, E> body) throws E {
		ThrowingSupplier.checkBody(body);
		LockRequest request = request();
		LockHandle held;
		try {
			held = engine().acquire(request, Duration.ZERO);
		}
		catch (LockNotAcquiredException ex) {
			return Optional.empty();
		}
		return Optional.ofNullable(call(request, held, body));
	}

	private static <T extends @Nullable Object, E extends Throwable> T call(LockRequest request, LockHandle held,
			ThrowingSupplier<T, E> body) throws E {
		T result;
		try (held) {
			result = held.call(body);
		}
		UnfinishedWork.refuse(request, result);
		if (request.onLoss() != LossPolicy.REPORT) {
			LockLostException.throwIfLost(held);
		}
		return result;
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> callAsync(
			ThrowingSupplier<? extends CompletionStage<T>, ? extends Throwable> work) {
		ThrowingSupplier.checkBody(work);
		LockRequest request = request();
		return new AsyncCall<>(engine().acquireAsync(request, request.waitTime()), request.onLoss(), work,
				engine().completions())
			.start();
	}

	@Override
	public Optional<LockHandle> held() {
		return engine().held(request());
	}

	@Override
	public List<LockInfo> inspectAll() {
		return engine().admin().inspect(this.keys);
	}

	@Override
	public Lock asLock() {
		return new JdkLock(this::engine, request().unbounded());
	}

	@Override
	public String toString() {
		return "LockSpec[" + String.join(", ", this.keys) + (this.name.isEmpty() ? "" : "; " + this.name) + "]";
	}

}
