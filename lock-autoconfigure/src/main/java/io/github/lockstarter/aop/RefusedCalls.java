package io.github.lockstarter.aop;

import java.util.List;

import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockFailure;
import io.github.lockstarter.LockFailureHandler.Answer;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.LogText;
import io.github.lockstarter.UnavailablePolicy;
import org.aopalliance.intercept.MethodInvocation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Gives the results of calls that did not obtain their lock: from the fallback, else from
 * the first handler with an answer, else by the fail strategy. The method itself never
 * runs. Thread-safe.
 */
final class RefusedCalls {

	private static final Log logger = LogFactory.getLog(RefusedCalls.class);

	private final FailureHandlers handlers;

	RefusedCalls(FailureHandlers handlers) {
		this.handlers = handlers;
	}

	@Nullable Object refused(LockedMethod method, List<String> keys, MethodInvocation call, LockNotAcquiredException ex)
			throws Throwable {
		return end(method, call,
				new LockFailure(method.name(), keys, ex.getOutcome(), ex.getWaited(), method.method().method(), ex));
	}

	@Nullable Object unavailable(LockedMethod method, List<String> keys, MethodInvocation call, LockUnavailableException ex)
			throws Throwable {
		if (method.settings().get(LockOption.ON_UNAVAILABLE) != UnavailablePolicy.TREAT_AS_CONTENDED) {
			throw ex;
		}
		return end(method, call, new LockFailure(method.name(), keys, LockOutcome.UNAVAILABLE, ex.getWaited(),
				method.method().method(), ex));
	}

	private @Nullable Object end(LockedMethod method, MethodInvocation call, LockFailure failure) throws Throwable {
		Fallback fallback = method.fallback();
		if (fallback != null) {
			report(method, failure, false, ", but its fallback '" + fallback.method().getName() + "'");
			return method.result(fallback.call(call.getThis(), call.getArguments(),
					Suspending.parameters(method.method().method()), failure.exception()));
		}
		Answer answer = this.handlers.ask(failure, method);
		if (answer != Answer.NONE) {
			report(method, failure, false, " and returns the answer of a LockFailureHandler");
			return method.result(answer.value());
		}
		LockFailStrategy strategy = method.settings().get(LockOption.FAIL_STRATEGY);
		if (strategy == LockFailStrategy.EXCEPTION) {
			throw failure.exception();
		}
		Object empty = (strategy == LockFailStrategy.SKIP) ? ReturnTypes.empty(method.valueType()) : null;
		report(method, failure, strategy == LockFailStrategy.RETURN_NULL, " and returns " + empty);
		return method.result(empty);
	}

	/**
	 * Each call that did not run because of the store is logged at WARN: nothing else
	 * reports it.
	 */
	private static void report(LockedMethod method, LockFailure failure, boolean warn, String instead) {
		if (warn || failure.outcome() == LockOutcome.UNAVAILABLE) {
			logger.warn(notRun(method, failure, instead));
		}
		else if (logger.isDebugEnabled()) {
			logger.debug(notRun(method, failure, instead));
		}
	}

	private static String notRun(LockedMethod method, LockFailure failure, String instead) {
		return "Lock '" + LogText.of(failure.name()) + "' with "
				+ ((failure.keys().size() == 1) ? "key '" + LogText.of(failure.keys().get(0)) + "'"
						: "keys " + LogText.of(failure.keys()))
				+ " was not acquired within " + failure.waited().toMillis() + " ms"
				+ ((failure.outcome() != LockOutcome.UNAVAILABLE) ? ": "
						: ". " + failure.exception().getMessage() + " ")
				+ method.method() + " was not run" + instead;
	}

}
