package io.github.lockstarter.aop;

import java.lang.reflect.UndeclaredThrowableException;
import java.util.Objects;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

/**
 * Work that is called later: the method is called together with it, and the lock is taken
 * on that thread.
 */
public final class CallableResult implements AsynchronousResult {

	/**
	 * Create the family.
	 */
	public CallableResult() {
	}

	@Override
	public boolean includes(Class<?> type) {
		return Callable.class.isAssignableFrom(type);
	}

	@Override
	public boolean makes(Class<?> type) {
		return type == Callable.class;
	}

	@Override
	public Object call(LockedCall call) {
		return callable(() -> {
			try {
				return call.underLock(() -> work(call.proceed()), CallableResult::work);
			}
			catch (Exception | Error ex) {
				throw ex;
			}
			catch (Throwable ex) {
				throw new UndeclaredThrowableException(ex);
			}
		});
	}

	private static Callable<@Nullable Object> callable(Callable<@Nullable Object> callable) {
		return callable;
	}

	private static @Nullable Object work(@Nullable Object callable) throws Exception {
		return ((Callable<?>) Objects.requireNonNull(callable, "The method returned null, not a Callable.")).call();
	}

	@Override
	public Object of(Class<?> type, @Nullable Object value) {
		return callable(() -> value);
	}

}
