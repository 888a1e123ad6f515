package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.Printable;
import org.aopalliance.intercept.MethodInvocation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.KotlinDetector;
import org.springframework.util.ClassUtils;

/**
 * A call of a locked method, and what is to be done about it.
 */
public final class LockedCall {

	private static final Log logger = LogFactory.getLog(LockedCall.class);

	private final LockedMethod method;

	private final List<String> keys;

	private final MethodInvocation invocation;

	private final LockClient client;

	private final FailedCalls failedCalls;

	private final SynchronousCalls calls;

	LockedCall(LockedMethod method, List<String> keys, MethodInvocation invocation, LockClient client,
			FailedCalls failedCalls, SynchronousCalls calls) {
		this.method = method;
		this.keys = keys;
		this.invocation = invocation;
		this.client = client;
		this.failedCalls = failedCalls;
		this.calls = calls;
	}

	LockedMethod method() {
		return this.method;
	}

	List<String> keys() {
		return this.keys;
	}

	/**
	 * The name of the lock.
	 * @return the name
	 */
	public String name() {
		return this.method.name();
	}

	/**
	 * What happens when the lock is lost.
	 * @return the policy, never {@link LossPolicy#DEFAULT}
	 */
	public LossPolicy onLoss() {
		return this.method.settings().get(LockOption.ON_LOSS);
	}

	/**
	 * The return type of the method.
	 * @return the type in the class of the bean
	 */
	public Class<?> returnType() {
		return this.method.returnType();
	}

	/**
	 * Take the lock, waiting on this thread.
	 * @return the lock
	 * @throws LockException if it was not acquired
	 */
	public LockHandle acquire() {
		this.calls.callerTransaction().report(this.method, this.keys);
		LockHandle handle = spec().acquire();
		logger.debug(describe("acquired", handle));
		return handle;
	}

	/**
	 * Take the lock without waiting on a thread.
	 * @return completes with the lock, which belongs to no thread; to cancel its future
	 * gives up the place in the queue
	 */
	public CompletionStage<LockHandle> acquireAsync() {
		this.calls.callerTransaction().report(this.method, this.keys);
		return spec().acquireAsync();
	}

	/**
	 * Have the transaction that runs on this thread rolled back if the lock is lost
	 * before it commits, although the work ends later.
	 * @param handle the lock
	 */
	public void guardTransaction(LockHandle handle) {
		this.calls.callerTransaction().guard(handle);
	}

	/**
	 * Report, once for each method, that the lock is taken inside a transaction of the
	 * caller that commits only after the release: one that is known to run, and not by
	 * this thread.
	 */
	public void reportTransaction() {
		this.calls.callerTransaction().reportActive(this.method, this.keys);
	}

	private LockSpec spec() {
		return this.client.lock(this.keys).name(this.method.name()).options(this.method.written());
	}

	/**
	 * Call the method itself. May be called several times, and on any thread.
	 * @return what it returned
	 * @throws Throwable what it throws
	 */
	public @Nullable Object proceed() throws Throwable {
		return proceed((arguments) -> arguments);
	}

	/**
	 * Call the method itself with other arguments. May be called several times, and on
	 * any thread.
	 * @param arguments what to pass instead of the arguments
	 * @return what it returned
	 * @throws Throwable what it throws
	 */
	public @Nullable Object proceed(UnaryOperator<@Nullable Object[]> arguments) throws Throwable {
		if (this.invocation instanceof ProxyMethodInvocation proxied) {
			return proxied.invocableClone(arguments.apply(proxied.getArguments())).proceed();
		}
		return this.invocation.proceed();
	}

	/**
	 * Whether this is a call of a method.
	 * @param other a method of the bean, as its class or an interface declares it
	 * @return whether it is that method
	 */
	public boolean isOf(Method other) {
		Method called = this.invocation.getMethod();
		return called.getName().equals(other.getName())
				&& Arrays.equals(called.getParameterTypes(), other.getParameterTypes()) && other.getDeclaringClass()
					.isAssignableFrom(ClassUtils.getUserClass(this.method.method().userClass()));
	}

	/**
	 * Whether the method is a suspending function of Kotlin, whose result is a publisher
	 * to interceptors.
	 * @return whether it suspends
	 */
	public boolean suspends() {
		return KotlinDetector.isSuspendingFunction(this.invocation.getMethod());
	}

	/**
	 * What the caller gets if the lock was not acquired: of the fallback, of a handler,
	 * or by the fail strategy.
	 * @param refusal why it was not acquired
	 * @return a result of the {@link #returnType() return type}
	 * @throws Throwable the refusal, or what fallback or handler throw
	 */
	public @Nullable Object instead(LockException refusal) throws Throwable {
		if (refusal instanceof LockNotAcquiredException ex) {
			return this.failedCalls.refused(this.method, this.keys, this.invocation, ex);
		}
		if (refusal instanceof LockUnavailableException ex) {
			return this.failedCalls.unavailable(this.method, this.keys, this.invocation, ex);
		}
		throw refusal;
	}

	/**
	 * Refuse what the work has ended with, if that is itself work which is done later,
	 * and the return type of the method does not tell.
	 * @param value what the work has ended with, or emits
	 * @throws IllegalStateException if the lock would be released before
	 */
	public void checkValue(@Nullable Object value) {
		this.method.hidden().refuse(value);
	}

	/**
	 * Run something on this thread under the lock.
	 */
	@Nullable Object underLock(Body body, Conversion instead) throws Throwable {
		return this.calls.call(this, body, instead);
	}

	/**
	 * Give the lock back without waiting on a thread.
	 * @param handle the lock
	 * @return completes when it was given back, or will end with its lease; never fails
	 */
	public CompletionStage<Void> release(LockHandle handle) {
		try {
			return handle.closeAsync();
		}
		catch (RuntimeException ex) {
			notReleased(handle, ex);
			return CompletableFuture.completedFuture(null);
		}
	}

	static void notReleased(LockHandle handle, RuntimeException ex) {
		logger.warn("Releasing lock " + Printable.of(handle.keys()) + " failed; it ends with its lease", ex);
	}

	static void released(LockHandle handle) {
		logger.debug(describe("released", handle));
	}

	private static String describe(String done, LockHandle handle) {
		return !logger.isDebugEnabled() ? ""
				: done + " "
						+ handle.keys()
							.stream()
							.map((key) -> "lock '" + Printable.of(key) + "'" + token(handle, key))
							.collect(Collectors.joining(", "));
	}

	private static String token(LockHandle handle, String key) {
		return (handle.kind() == LockKind.MUTEX) ? " (token " + handle.fencingToken(key) + ")" : "";
	}

	/**
	 * The method, for messages.
	 */
	@Override
	public String toString() {
		return this.method.method().toString();
	}

	/**
	 * What runs under the lock.
	 */
	@FunctionalInterface
	interface Body {

		@Nullable Object run() throws Throwable;

	}

	/**
	 * Makes what the body would give of what the method would return.
	 */
	@FunctionalInterface
	interface Conversion {

		@Nullable Object apply(@Nullable Object result) throws Throwable;

	}

}
