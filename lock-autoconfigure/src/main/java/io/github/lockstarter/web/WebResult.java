package io.github.lockstarter.web;

import java.util.concurrent.Callable;
import java.util.stream.Stream;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.aop.AsynchronousResult;
import io.github.lockstarter.aop.CallableResult;
import io.github.lockstarter.aop.LockedCall;
import org.jspecify.annotations.Nullable;

import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/**
 * The types that controllers return to answer later: {@link DeferredResult},
 * {@link Callable}, {@link WebAsyncTask}, {@link ResponseBodyEmitter} and
 * {@link StreamingResponseBody}. The thread of the request waits for the lock and calls
 * the method: those that run its task are few, and a holder may need one. The lock ends
 * when the result is there or the stream is complete, and with the request at the latest,
 * unless a task of it still runs.
 */
public final class WebResult implements AsynchronousResult {

	/** For results that no request runs. */
	private final CallableResult callables = new CallableResult();

	/**
	 * Create the family.
	 */
	public WebResult() {
	}

	@Override
	public boolean includes(Class<?> type) {
		return Stream
			.of(DeferredResult.class, Callable.class, WebAsyncTask.class, ResponseBodyEmitter.class,
					StreamingResponseBody.class)
			.anyMatch((family) -> family.isAssignableFrom(type));
	}

	/** The caller gets the method's own result. */
	@Override
	public boolean makes(Class<?> type) {
		return !isCallable(type) || this.callables.makes(type);
	}

	private static boolean isCallable(Class<?> type) {
		return Callable.class.isAssignableFrom(type);
	}

	@Override
	public boolean mayBeWithinAnEntity(Class<?> type) {
		return ResponseBodyEmitter.class.isAssignableFrom(type) || StreamingResponseBody.class.isAssignableFrom(type);
	}

	@Override
	public @Nullable Object call(LockedCall call) throws Throwable {
		if (isCallable(call.returnType()) && !isHandler(call)) {
			return this.callables.call(call);
		}
		ServletRequestAttributes request = request(call);
		LockHandle handle;
		try {
			handle = call.acquire();
		}
		catch (LockException ex) {
			return call.instead(ex);
		}
		HeldRequest held = new HeldRequest(call, handle);
		Object result = held.begin();
		held.endWith(request);
		return result;
	}

	@Override
	public Object hold(LockedCall call, LockHandle handle, Object result) {
		if (result instanceof Callable && !isHandler(call)) {
			return this.callables.hold(call, handle, result);
		}
		ServletRequestAttributes request = request(call);
		HeldRequest held = new HeldRequest(call, handle);
		held.goOn();
		held.endWith(request);
		return result;
	}

	/** Whether Spring MVC called the method and handles its result. */
	private static boolean isHandler(LockedCall call) {
		RequestAttributes request = RequestContextHolder.getRequestAttributes();
		return request != null
				&& request.getAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE,
						RequestAttributes.SCOPE_REQUEST) instanceof HandlerMethod handler
				&& call.isOf(handler.getMethod());
	}

	private static ServletRequestAttributes request(LockedCall call) {
		if (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes request) {
			return request;
		}
		throw new IllegalStateException("The method " + call + " returns a " + call.returnType().getSimpleName()
				+ ", whose end only Spring MVC knows, but this thread handles no request. Call it from a"
				+ " controller, or let it return a CompletableFuture.");
	}

	@Override
	public @Nullable Object of(Class<?> type, @Nullable Object value) {
		if (isCallable(type)) {
			return this.callables.of(type, value);
		}
		if (type == DeferredResult.class) {
			DeferredResult<Object> ended = new DeferredResult<>();
			ended.setResult(value);
			return ended;
		}
		if (type == WebAsyncTask.class) {
			return new WebAsyncTask<>(() -> value);
		}
		return (type == StreamingResponseBody.class && value == null) ? (StreamingResponseBody) (output) -> {
		} : null;
	}

}
