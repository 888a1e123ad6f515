package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.ThrowingRunnable;
import io.github.lockstarter.ThrowingSupplier;
import io.github.lockstarter.core.hold.LockPlan;
import io.github.lockstarter.core.hold.LockRequest;
import org.jspecify.annotations.Nullable;

/**
 * Collects options, and hands over to what takes the lock.
 */
final class DefaultLockSpec implements LockSpec {

	private final Function<String, LockEngine> engines;

	private final LockPlans plans;

	private final List<String> keys;

	private String name = "";

	private LockOptions written = LockOptions.NONE;

	DefaultLockSpec(Function<String, LockEngine> engines, LockPlans plans, List<String> keys) {
		this.engines = engines;
		this.plans = plans;
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

	private LockRequest request(LockEngine engine) {
		LockPlan plan = this.plans.of(this.name, this.written);
		if (this.keys.size() > 1) {
			Keys.checkCount(this.keys.size(), plan.maxKeys());
		}
		return engine.request(plan, this.name, this.keys);
	}

	@Override
	public LockHandle acquire() {
		LockEngine engine = engine();
		LockRequest request = request(engine);
		return engine.acquire(request, request.waitTime(), DefaultLockSpec.class);
	}

	@Override
	public Optional<LockHandle> tryAcquire(Duration waitTime) {
		LockOption.WAIT_TIME.check(waitTime);
		try {
			LockEngine engine = engine();
			return Optional.of(engine.acquire(request(engine), waitTime, DefaultLockSpec.class));
		}
		catch (LockNotAcquiredException ex) {
			return Optional.empty();
		}
	}

	@Override
	public CompletionStage<LockHandle> acquireAsync() {
		LockEngine engine = engine();
		LockRequest request = request(engine);
		return engine.acquireAsync(request, request.waitTime());
	}

	@Override
	public CompletionStage<Optional<LockHandle>> tryAcquireAsync(Duration waitTime) {
		LockOption.WAIT_TIME.check(waitTime);
		LockEngine engine = engine();
		return AsyncTry.of(engine.acquireAsync(request(engine), waitTime));
	}

	@Override
	public <E extends Throwable> void run(ThrowingRunnable<E> body) throws E {
		call(ThrowingSupplier.of(body));
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T call(ThrowingSupplier<T, E> body) throws E {
		ThrowingSupplier.checkBody(body);
		LockEngine engine = engine();
		LockRequest request = request(engine);
		return call(request, engine.acquire(request, request.waitTime()), body);
	}

	@Override
	public <T, E extends Throwable> Optional<T> tryCall(ThrowingSupplier<T, E> body) throws E {
		ThrowingSupplier.checkBody(body);
		LockEngine engine = engine();
		LockRequest request = request(engine);
		LockHandle held;
		try {
			held = engine.acquire(request, Duration.ZERO);
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
		LockEngine engine = engine();
		LockRequest request = request(engine);
		return new AsyncCall<>(engine.acquireAsync(request, request.waitTime()), request.onLoss(), work,
				engine.completions())
			.start();
	}

	@Override
	public Optional<LockHandle> held() {
		LockEngine engine = engine();
		return engine.held(request(engine));
	}

	@Override
	public List<LockInfo> inspectAll() {
		return engine().admin().inspect(this.keys);
	}

	@Override
	public Lock asLock() {
		return new JdkLock(this::engine, request(engine()).unbounded());
	}

	@Override
	public String toString() {
		return "LockSpec[" + String.join(", ", this.keys) + (this.name.isEmpty() ? "" : "; " + this.name) + "]";
	}

}
