package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LossPolicy;
import org.jspecify.annotations.Nullable;

/**
 * A call of a locked method, and what is to be done about it. Its text is that of the
 * method, for messages. Thread-safe.
 */
public interface LockedCall {

	/**
	 * The name of the lock.
	 * @return the name
	 */
	String name();

	/**
	 * What happens when the lock is lost.
	 * @return the policy, never {@link LossPolicy#DEFAULT}
	 */
	LossPolicy onLoss();

	/**
	 * The return type of the method.
	 * @return the type in the class of the bean
	 */
	Class<?> returnType();

	/**
	 * Take the lock, waiting on this thread.
	 * @return the lock
	 * @throws LockException if it was not acquired
	 */
	LockHandle acquire();

	/**
	 * Take the lock without waiting on a thread.
	 * @return completes with the lock, which belongs to no thread; to cancel its future
	 * gives up the place in the queue
	 */
	CompletionStage<LockHandle> acquireAsync();

	/**
	 * Have the transaction that runs on this thread rolled back if the lock is lost
	 * before it commits, although the work ends later.
	 * @param handle the lock
	 */
	void guardTransaction(LockHandle handle);

	/**
	 * Report, once for each method, that the lock is taken inside a transaction of the
	 * caller that commits only after the release: one that is known to run, and not by
	 * this thread.
	 */
	void reportTransaction();

	/**
	 * Call the method itself. May be called several times, and on any thread.
	 * @return what it returned
	 * @throws Throwable what it throws
	 */
	default @Nullable Object proceed() throws Throwable {
		return proceed((arguments) -> arguments);
	}

	/**
	 * Call the method itself with other arguments. May be called several times, and on
	 * any thread.
	 * @param arguments what to pass instead of the arguments
	 * @return what it returned
	 * @throws Throwable what it throws
	 */
	@Nullable Object proceed(UnaryOperator<@Nullable Object[]> arguments) throws Throwable;

	/**
	 * Whether this is a call of a method.
	 * @param other a method of the bean, as its class or an interface declares it
	 * @return whether it is that method
	 */
	boolean isOf(Method other);

	/**
	 * Whether the method is a suspending function of Kotlin, whose result is a publisher
	 * to interceptors.
	 * @return whether it suspends
	 */
	boolean suspends();

	/**
	 * What the caller gets if the lock was not acquired: of the fallback, of a handler,
	 * or by the fail strategy.
	 * @param refusal why it was not acquired
	 * @return a result of the {@link #returnType() return type}
	 * @throws Throwable the refusal, or what fallback or handler throw
	 */
	@Nullable Object instead(LockException refusal) throws Throwable;

	/**
	 * Refuse what the work has ended with, if that is itself work which is done later,
	 * and the return type of the method does not tell.
	 * @param value what the work has ended with, or emits
	 * @throws IllegalStateException if the lock would be released before
	 */
	void checkValue(@Nullable Object value);

	/**
	 * Run something on this thread under the lock, which is released then; or at the end
	 * of the caller's transaction, or of the work of what the body returns, if the method
	 * is locked so.
	 * @param body what to run
	 * @param instead makes what the body would give of what the method would return if
	 * the lock was not acquired
	 * @return what the body returned, or what is given instead
	 * @throws Throwable what the body, a fallback or a handler throw, or the refusal
	 */
	@Nullable Object underLock(Body body, Conversion instead) throws Throwable;

	/**
	 * Give the lock back without waiting on a thread.
	 * @param handle the lock
	 * @return completes when it was given back, or will end with its lease; never fails
	 */
	CompletionStage<Void> release(LockHandle handle);

	/**
	 * What runs under the lock.
	 */
	@FunctionalInterface
	interface Body {

		/**
		 * Run it.
		 * @return what it gives; may be {@code null}
		 * @throws Throwable whatever it throws
		 */
		@Nullable Object run() throws Throwable;

	}

	/**
	 * Makes what the body would give of what the method would return.
	 */
	@FunctionalInterface
	interface Conversion {

		/**
		 * Convert a result.
		 * @param result what the method would return; may be {@code null}
		 * @return what the body would give; may be {@code null}
		 * @throws Throwable whatever the conversion throws
		 */
		@Nullable Object apply(@Nullable Object result) throws Throwable;

	}

}
