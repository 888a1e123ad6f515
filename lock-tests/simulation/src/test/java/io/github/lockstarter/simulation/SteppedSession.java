package io.github.lockstarter.simulation;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.LockSession;

/**
 * A session for callers outside of the simulation: simulated time goes on until the
 * answer to each operation and all pushes have arrived.
 */
final class SteppedSession implements InvocationHandler {

	private static final long PUSHED_NANOS = 5 * SimulatedTime.MILLISECOND;

	private final SimulatedTime time;

	private final LockSession session;

	private SteppedSession(SimulatedTime time, LockSession session) {
		this.time = time;
		this.session = session;
	}

	static LockSession of(SimulatedTime time, LockSession session) {
		return (LockSession) Proxy.newProxyInstance(LockSession.class.getClassLoader(),
				new Class<?>[] { LockSession.class }, new SteppedSession(time, session));
	}

	/** Let so much simulated time pass, and what is planned for it happen. */
	static void pass(SimulatedTime time, long nanos) {
		synchronized (time) {
			long until = time.now() + nanos;
			while (time.step(until)) {
				// the step is all there is to do
			}
		}
	}

	@Override
	public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
		synchronized (this.time) {
			Object result = call(method, arguments);
			if (result instanceof CompletionStage<?> stage) {
				goOnUntilDone(stage.toCompletableFuture());
			}
			pass(this.time, PUSHED_NANOS);
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

	private void goOnUntilDone(CompletableFuture<?> answer) {
		long limit = this.time.now() + SimulatedTime.SECOND;
		while (!answer.isDone() && this.time.step(limit)) {
			// the step is all there is to do
		}
	}

}
