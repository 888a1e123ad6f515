package io.github.lockstarter.core;

import java.lang.ref.Reference;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.LeaseRenewals;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.queue.ClientLifecycle;
import io.github.lockstarter.store.LockStore;

import org.springframework.test.util.ReflectionTestUtils;

/**
 * An engine for callers that can't block: they go on step by step.
 */
public final class EngineDriver {

	private final LockPlans plans = new LockPlans(new LockSettings(LockOptions.NONE, Map.of()));

	private final Platform platform;

	private final ClientLifecycle lifecycle;

	private final LockEngine engine;

	private final LeaseRenewals renewals;

	/**
	 * Start an engine.
	 * @param store where the locks are kept
	 * @param name how it shows itself to people
	 * @param platform the machine
	 * @param bounds how long a lock stays inside the client
	 * @param listener is told of what happens, on other threads
	 * @param instrumentation is told at once
	 */
	public EngineDriver(LockStore store, String name, Platform platform, LocalHandover bounds,
			LockEventListener listener, LockInstrumentation instrumentation) {
		this.platform = platform;
		Engines engines = new Engines(LockStores.of(store), platform,
				(one, all) -> new LockEngine(one, new ClientIdentity("simulation", name),
						new LockClientOptions(null, bounds), new DefaultLockClient.Observers(listener, instrumentation),
						all.lifecycle(), platform));
		this.lifecycle = engines.lifecycle();
		this.engine = engines.standard();
		this.renewals = field(this.engine, "renewals");
	}

	private LockRequest request(List<String> keys, LockOptions options) {
		return new LockRequest(this.plans.of("", options), "", Keys.sorted(keys));
	}

	/**
	 * Begin a call of the current thread, which has asked for nothing yet.
	 */
	public Attempt acquire(List<String> keys, LockOptions options) {
		LockRequest request = request(keys, options);
		return new Attempt(this.engine, request, this.engine.acquisition(request, request.waitTime(), true));
	}

	/**
	 * Begin a try of the current thread to take locks as its view of them as a JDK lock
	 * would.
	 */
	public Attempt tryLock(List<String> keys, LockOptions options) {
		LockRequest request = request(keys, options);
		return new Attempt(this.engine, request, this.engine.acquisition(request, Duration.ZERO, true)) {

			@Override
			LockHandle handle(List<Hold> holds) {
				holds.forEach((hold) -> hold.open(EngineDriver.this.platform.currentThread(), null, request, false));
				return EngineDriver.this.engine.held(request).orElseThrow();
			}

		};
	}

	/** A lock of the public API, to be asked for without waiting. */
	public LockSpec lock(List<String> keys, LockOptions options) {
		return new DefaultLockSpec((name) -> this.engine, this.plans, Keys.sorted(keys)).options(options);
	}

	/**
	 * Leave a lock of the current thread, as its view as a JDK lock would.
	 */
	public void unlock(String key) {
		Hold hold = this.engine.heldHere(key);
		if (hold != null) {
			this.engine.unlock(hold.request(), List.of(hold));
		}
	}

	/** Release a lock by force, as an operator would by this client, without waiting. */
	public CompletionStage<Boolean> forceRelease(String key) {
		return this.engine.admin().forceReleaseAsync(key, null, null);
	}

	/** What the engine knows of a handle. */
	public Held held(LockHandle handle) {
		return new Held(this.renewals, handle, handle.keys(), field(handle, "holds"));
	}

	@SuppressWarnings("unchecked")
	private static <T> T field(Object owner, String name) {
		return (T) Objects.requireNonNull(ReflectionTestUtils.getField(owner, name));
	}

	/** Serve nobody any more but those who hold a lock. */
	public void drain(Duration limit) {
		this.lifecycle.drain();
		this.engine.drained();
		this.engine.reportHeld(limit);
	}

	public void close() {
		this.engine.close();
	}

	public boolean isIdle() {
		return this.engine.isIdle();
	}

	/**
	 * Locks that a caller was given.
	 *
	 * @param keys the locks
	 * @param holds the hold of each
	 */
	public record Held(LeaseRenewals renewals, LockHandle handle, List<String> keys, List<Hold> holds) {

		private Hold hold(String key) {
			return this.holds.get(this.keys.indexOf(key));
		}

		/** The number of the acquisition by which it has a lock. */
		public long sequence(String key) {
			return hold(key).jvmLease().sequence();
		}

		/** Whether it has a lock by the same hold as another one. */
		public boolean isOneWith(Held other, String key) {
			return hold(key) == other.hold(key);
		}

		/** Nobody can close it any more, as the garbage collector would find out. */
		public void forget() {
			for (Hold hold : this.holds) {
				Reference<?> entry = Objects
					.requireNonNull(ReflectionTestUtils.invokeMethod(hold.entries(), "find", this.handle, null));
				entry.enqueue();
			}
		}

		/** Whether a lease is to be renewed, and yet nothing is planned for that. */
		public boolean isNeglected() {
			for (Hold hold : this.holds) {
				if (this.renewals.isNeglected(hold)) {
					return true;
				}
			}
			return false;
		}

	}

	/**
	 * A call that is under way.
	 */
	public static class Attempt {

		private final LockEngine engine;

		private final LockRequest request;

		private final Acquisition acquisition;

		Attempt(LockEngine engine, LockRequest request, Acquisition acquisition) {
			this.engine = engine;
			this.request = request;
			this.acquisition = acquisition;
		}

		/** Go as far as possible; false when it has ended. */
		public boolean advance() {
			return this.acquisition.advance();
		}

		public CompletableFuture<?> awaited() {
			return this.acquisition.awaited();
		}

		/** Until when it waits, on the monotonic clock. */
		public long until() {
			return this.acquisition.until();
		}

		public void interrupt() {
			this.acquisition.interrupted(new InterruptedException("interrupted by a test"));
		}

		public boolean isRefused() {
			return this.acquisition.failure() != null;
		}

		/** What the caller gets. */
		public LockHandle result() {
			return handle(this.acquisition.result());
		}

		LockHandle handle(List<Hold> holds) {
			return this.engine.handle(this.request, holds);
		}

	}

}
