package io.github.lockstarter.aop;

import java.util.List;
import java.util.function.Supplier;

import io.github.lockstarter.LockFailure;
import io.github.lockstarter.LockFailureHandler;
import io.github.lockstarter.LockFailureHandler.Answer;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ReflectionUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * The handlers of the application, looked up when the first call fails. Thread-safe.
 */
final class FailureHandlers {

	private final SingletonSupplier<List<LockFailureHandler>> handlers;

	FailureHandlers(Supplier<List<LockFailureHandler>> handlers) {
		this.handlers = SingletonSupplier.of(handlers);
	}

	/**
	 * The answer of the first handler that has one.
	 */
	Answer ask(LockFailure failure, LockedMethod method) throws Exception {
		for (LockFailureHandler handler : this.handlers.obtain()) {
			Answer answer = answer(handler, failure, method);
			if (answer != Answer.NONE) {
				check(answer, handler, failure, method);
				return answer;
			}
		}
		return Answer.NONE;
	}

	private static Answer answer(LockFailureHandler handler, LockFailure failure, LockedMethod method)
			throws Exception {
		try {
			return handler.handle(failure);
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			if (ReflectionUtils.declaresException(method.method().method(), ex.getClass())) {
				throw ex;
			}
			throw new IllegalStateException(
					"The LockFailureHandler " + handler.getClass().getName() + " threw a " + ex.getClass().getName()
							+ ", which " + method.method() + " does not declare; let it throw an unchecked exception.",
					ex);
		}
	}

	private static void check(@Nullable Answer answer, LockFailureHandler handler, LockFailure failure,
			LockedMethod locked) {
		AnnotatedMethod method = locked.method();
		String subject = "The LockFailureHandler " + handler.getClass().getName();
		if (answer == null) {
			throw new IllegalStateException(
					subject + " returned null for " + method
							+ "; let it return Answer.NONE to leave the failure to others, or Answer.of(…).",
					failure.exception());
		}
		Object value = answer.value();
		if (!locked.allows(value)) {
			throw new IllegalStateException(
					subject + " answered with " + ((value != null) ? "a " + value.getClass().getName() : "null")
							+ " for " + method + "; let it answer with what that method returns, "
							+ ReturnTypes.of(method).getTypeName() + ", or Answer.NONE to leave the failure to others.",
					failure.exception());
		}
	}

}
