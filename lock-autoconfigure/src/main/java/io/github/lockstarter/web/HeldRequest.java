package io.github.lockstarter.web;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockScope;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.aop.LockedCall;
import org.jspecify.annotations.Nullable;

import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.context.request.async.CallableProcessingInterceptor;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.DeferredResultProcessingInterceptor;
import org.springframework.web.context.request.async.WebAsyncManager;
import org.springframework.web.context.request.async.WebAsyncUtils;

/**
 * A lock that is held by a request. Spring MVC reports when the result is available and
 * when the request is over; a task may outlast its request. Thread-safe.
 */
final class HeldRequest implements CallableProcessingInterceptor, DeferredResultProcessingInterceptor {

	private final LockedCall call;

	private final LockHandle handle;

	/** The guarded body, which began with the method. */
	private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

	/** The thread of the task, while it runs. */
	private @Nullable Thread running;

	private boolean interrupted;

	private LockScope outer = LockScope.NONE;

	HeldRequest(LockedCall call, LockHandle handle) {
		this.call = call;
		this.handle = handle;
	}

	/**
	 * Call the method. Its exceptions pass through when the lock has been released.
	 */
	@Nullable Object begin() throws Throwable {
		AtomicReference<@Nullable Object> result = new AtomicReference<>();
		AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
		this.handle.callAsync(() -> {
			result.set(this.call.proceed());
			return this.ended;
		}).whenComplete((done, failure) -> thrown.set(failure));
		this.handle.detach();
		Throwable failure = thrown.get();
		if (failure != null) {
			this.handle.close();
			throw failure;
		}
		return result.get();
	}

	/** The method has returned already. */
	void goOn() {
		this.handle.callAsync(() -> this.ended);
		this.handle.detach();
	}

	void endWith(ServletRequestAttributes request) {
		WebAsyncManager manager = WebAsyncUtils.getAsyncManager(request.getRequest());
		manager.registerCallableInterceptor(this, this);
		manager.registerDeferredResultInterceptor(this, this);
		request.registerDestructionCallback(HeldRequest.class.getName() + System.identityHashCode(this), () -> {
			if (!manager.isConcurrentHandlingStarted()) {
				end();
			}
		}, RequestAttributes.SCOPE_REQUEST);
	}

	private boolean endsAtALoss() {
		return this.call.onLoss() != LossPolicy.REPORT;
	}

	@Override
	public <T> void preProcess(NativeWebRequest request, Callable<T> task) {
		this.outer = LockContext.enter(LockScope.NONE.with(this.call.name(), this.handle));
		synchronized (this) {
			this.running = Thread.currentThread();
		}
		if (this.call.onLoss() == LossPolicy.INTERRUPT) {
			this.handle.onLost(this::interrupt);
		}
	}

	private synchronized void interrupt() {
		if (this.running != null) {
			this.interrupted = true;
			this.running.interrupt();
		}
	}

	@Override
	public <T> void postProcess(NativeWebRequest request, Callable<T> task, @Nullable Object result) {
		LockContext.enter(this.outer);
		synchronized (this) {
			this.running = null;
			if (this.interrupted) {
				Thread.interrupted();
			}
		}
		end();
		failIfLost();
		this.call.checkValue(result);
	}

	@Override
	public <T> void preProcess(NativeWebRequest request, DeferredResult<T> result) {
		if (endsAtALoss()) {
			this.handle.onLost(() -> result.setErrorResult(LockLostException.of(this.handle)));
		}
	}

	@Override
	public <T> void postProcess(NativeWebRequest request, DeferredResult<T> result, @Nullable Object value) {
		end();
		if (!(value instanceof LockLostException)) {
			failIfLost();
		}
		this.call.checkValue(value);
	}

	/**
	 * An exception of a post-processor becomes the result, and keeps others from theirs.
	 */
	private void failIfLost() {
		if (endsAtALoss()) {
			LockLostException.throwIfLost(this.handle);
		}
	}

	@Override
	public <T> void afterCompletion(NativeWebRequest request, Callable<T> task) {
		synchronized (this) {
			if (this.running != null) {
				return;
			}
		}
		end();
	}

	@Override
	public <T> void afterCompletion(NativeWebRequest request, DeferredResult<T> result) {
		end();
	}

	private void end() {
		this.ended.complete(true);
		this.call.release(this.handle);
	}

}
