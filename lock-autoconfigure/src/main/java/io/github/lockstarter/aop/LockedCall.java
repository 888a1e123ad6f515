package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LossPolicy;
import org.jspecify.annotations.Nullable;

/**
 * A call of a locked method, with the operations that it needs. Its text is that of the
 * method, for messages. Thread-safe.
 */
public interface LockedCall {

	/**
	 * The name of the lock.
	 * @return the name
	 */
	String name();

	/**
	 * The policy if the lock is lost.
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
	 * @return a stage that completes with the lock, which belongs to no thread;
	 * cancelling its future gives up the place in the queue
	 */
	CompletionStage<LockHandle> acquireAsync();

	/**
	 * Roll back the transaction that runs on this thread if the lock is lost before it
	 * commits, although the work ends later.
	 * @param handle the lock
	 */
	void guardTransaction(LockHandle handle);

	/**
	 * Report, once for each method, that the lock is taken inside a transaction of the
	 * caller that commits only after the release, where the transaction is known to run
	 * but not on this thread.
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
	 * @param arguments the arguments to pass instead
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
	 * The result for the caller if the lock was not acquired: of the fallback, of a
	 * handler, or by the fail strategy.
	 * @param refusal the reason why it was not acquired
	 * @return a result of the {@link #returnType() return type}
	 * @throws Throwable the refusal, or what fallback or handler throw
	 */
	@Nullable Object instead(LockException refusal) throws Throwable;

	/**
	 * Refuse the result of the work if it is asynchronous work itself and the return type
	 * of the method does not say so.
	 * @param value the result of the work, or a value that it emits
	 * @throws IllegalStateException if the lock would be released before that work ends
	 */
	void checkValue(@Nullable Object value);

	/**
	 * Run a body on this thread under the lock, which is released afterwards: at the end
	 * of the body, or of the caller's transaction, or of the work that the body returns,
	 * as the method is locked.
	 * @param body what to run
	 * @param instead converts the method's result for a lock that was not acquired into a
	 * result of the body
	 * @return the result of the body, or the one instead of it
	 * @throws Throwable what the body, a fallback or a handler throw, or the refusal
	 */
	@Nullable Object underLock(Body body, Conversion instead) throws Throwable;

	/**
	 * Give the lock back without waiting on a thread.
	 * @param handle the lock
	 * @return a stage that completes when the lock was given back, or will end with its
	 * lease; never fails
	 */
	CompletionStage<Void> release(LockHandle handle);

	/**
	 * The body that runs under the lock.
	 */
	@FunctionalInterface
	interface Body {

		/**
		 * Run it.
		 * @return its result; may be {@code null}
		 * @throws Throwable whatever it throws
		 */
		@Nullable Object run() throws Throwable;

	}

	/**
	 * Converts a result of the method into a result of the body.
	 */
	@FunctionalInterface
	interface Conversion {

		/**
		 * Convert a result.
		 * @param result the method's result; may be {@code null}
		 * @return the body's result; may be {@code null}
		 * @throws Throwable whatever the conversion throws
		 */
		@Nullable Object apply(@Nullable Object result) throws Throwable;

	}

}
