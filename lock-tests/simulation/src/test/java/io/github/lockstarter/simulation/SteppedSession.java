package io.github.lockstarter.simulation;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

import io.github.lockstarter.store.LockSession;

/**
 * A session for callers in real time: simulated time is brought up to real time before
 * each operation, and goes on until the answer and all pushes have arrived.
 */
final class SteppedSession implements InvocationHandler {

	private static final long PUSHED_NANOS = 5 * SimulatedTime.MILLISECOND;

	private final SimulatedTime time;

	private final LongSupplier realTime;

	private final LockSession session;

	private SteppedSession(SimulatedTime time, LongSupplier realTime, LockSession session) {
		this.time = time;
		this.realTime = realTime;
		this.session = session;
	}

	static LockSession of(SimulatedTime time, LongSupplier realTime, LockSession session) {
		return (LockSession) Proxy.newProxyInstance(LockSession.class.getClassLoader(),
				new Class<?>[] { LockSession.class }, new SteppedSession(time, realTime, session));
	}

	@Override
	public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
		synchronized (this.time) {
			goOnUntil(this.realTime.getAsLong());
			Object result = call(method, arguments);
			if (result instanceof CompletionStage<?> stage) {
				goOnUntilDone(stage.toCompletableFuture());
			}
			goOnUntil(this.time.now() + PUSHED_NANOS);
			return result;
		}
	}

	private Object call(Method method, Object[] arguments) throws Throwable {
		try {
			return method.invoke(this.session, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

	private void goOnUntil(long moment) {
		while (this.time.step(Math.max(moment, this.time.now()))) {
			// the step is all there is to do
		}
	}

	private void goOnUntilDone(CompletableFuture<?> answer) {
		long limit = this.time.now() + SimulatedTime.SECOND;
		while (!answer.isDone() && this.time.step(limit)) {
			// the step is all there is to do
		}
	}

}
