package io.github.lockstarter.web;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockScope;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.ThrowingSupplier;
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

	/** The first task of the request from now on: an error page may have one, too. */
	private volatile @Nullable Object task;

	/** The thread of the task, while it runs. */
	private @Nullable Thread running;

	private boolean interrupted;

	/** Whether the request has ended before the task began. */
	private boolean over;

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
		try {
			guard(() -> {
				this.call.guardTransaction(this.handle);
				result.set(this.call.proceed());
				return this.ended;
			}).whenComplete((done, failure) -> thrown.set(failure));
		}
		catch (Throwable ex) {
			thrown.set(ex);
		}
		Throwable failure = thrown.get();
		if (failure != null) {
			this.handle.close();
			throw failure;
		}
		return result.get();
	}

	/** The method has returned already. */
	void goOn() {
		guard(() -> this.ended);
	}

	private CompletionStage<Boolean> guard(ThrowingSupplier<CompletionStage<Boolean>, Throwable> work) {
		CompletionStage<Boolean> guarded = this.handle.callAsync(work);
		this.handle.detach();
		if (this.call.onLoss() == LossPolicy.INTERRUPT) {
			guarded.whenComplete((done, failure) -> interrupt());
		}
		return guarded;
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
	public <T> void beforeConcurrentHandling(NativeWebRequest request, Callable<T> task) {
		keep(task);
	}

	@Override
	public <T> void beforeConcurrentHandling(NativeWebRequest request, DeferredResult<T> result) {
		keep(result);
	}

	private void keep(Object begun) {
		if (this.task == null) {
			this.task = begun;
		}
	}

	/**
	 * An exception that is thrown here keeps the task from running, and becomes its
	 * result.
	 */
	@Override
	public <T> void preProcess(NativeWebRequest request, Callable<T> task) {
		if (task != this.task) {
			return;
		}
		synchronized (this) {
			if (this.over) {
				throw new IllegalStateException("A task of " + this.call + " was to begin after its request had ended"
						+ " and its lock was released; it does not run.");
			}
			this.running = Thread.currentThread();
		}
		try {
			failIfLost();
		}
		catch (LockLostException ex) {
			stop();
			throw ex;
		}
		this.outer = LockContext.enter(LockScope.NONE.with(this.call.name(), this.handle));
	}

	/** An interrupt from elsewhere is not to be cleared with the own one. */
	private synchronized void interrupt() {
		if (this.running != null && !this.running.isInterrupted()) {
			this.interrupted = true;
			this.running.interrupt();
		}
	}

	private synchronized void stop() {
		this.running = null;
		if (this.interrupted) {
			Thread.interrupted();
		}
	}

	@Override
	public <T> void postProcess(NativeWebRequest request, Callable<T> task, @Nullable Object result) {
		if (task != this.task) {
			return;
		}
		LockContext.enter(this.outer);
		stop();
		endOfTask();
		failIfLost();
		this.call.checkValue(result);
	}

	/** The release may reveal that the lock was lost, and this thread may wait for it. */
	private void endOfTask() {
		if (endsAtALoss()) {
			this.ended.complete(true);
			this.handle.close();
		}
		end();
	}

	@Override
	public <T> void preProcess(NativeWebRequest request, DeferredResult<T> result) {
		if (result == this.task && endsAtALoss()) {
			this.handle.onLost(() -> result.setErrorResult(LockLostException.of(this.handle)));
		}
	}

	@Override
	public <T> void postProcess(NativeWebRequest request, DeferredResult<T> result, @Nullable Object value) {
		if (result != this.task) {
			return;
		}
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
			this.over = true;
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
