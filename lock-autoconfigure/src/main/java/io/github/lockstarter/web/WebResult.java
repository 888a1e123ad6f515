package io.github.lockstarter.web;

import java.util.concurrent.Callable;
import java.util.stream.Stream;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.aop.AsynchronousResult;
import io.github.lockstarter.aop.LockedCall;
import org.jspecify.annotations.Nullable;

import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/**
 * What controllers return to answer later: {@link DeferredResult}, {@link WebAsyncTask},
 * {@link ResponseBodyEmitter} and {@link StreamingResponseBody}. (For a {@link Callable}
 * no web is needed.) The thread of the request waits for the lock and calls the method.
 * The lock ends when the result is there or the stream is complete, and with the request
 * at the latest, unless a task of it still runs.
 */
public final class WebResult implements AsynchronousResult {

	/**
	 * Create the family.
	 */
	public WebResult() {
	}

	@Override
	public boolean includes(Class<?> type) {
		return Stream
			.of(DeferredResult.class, WebAsyncTask.class, ResponseBodyEmitter.class, StreamingResponseBody.class)
			.anyMatch((family) -> family.isAssignableFrom(type));
	}

	/** What the method returns is what its caller gets. */
	@Override
	public boolean makes(Class<?> type) {
		return true;
	}

	@Override
	public boolean mayBeWithinAnEntity() {
		return true;
	}

	@Override
	public @Nullable Object call(LockedCall call) throws Throwable {
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
		ServletRequestAttributes request = request(call);
		HeldRequest held = new HeldRequest(call, handle);
		held.goOn();
		held.endWith(request);
		return result;
	}

	private static ServletRequestAttributes request(LockedCall call) {
		if (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes request) {
			return request;
		}
		throw new IllegalStateException("The method " + call + " returns a " + call.returnType().getSimpleName()
				+ ", whose end Spring MVC tells while it handles a request, and this thread handles none. Call it from a"
				+ " controller, or let it return a CompletableFuture.");
	}

	@Override
	public @Nullable Object of(Class<?> type, @Nullable Object value) {
		if (type == DeferredResult.class) {
			DeferredResult<Object> ended = new DeferredResult<>();
			ended.setResult(value);
			return ended;
		}
		if (type == WebAsyncTask.class) {
			return new WebAsyncTask<>(() -> value);
		}
		return (type == StreamingResponseBody.class) ? (StreamingResponseBody) (output) -> {
		} : null;
	}

}
