package io.github.lockstarter.core;

import java.util.Arrays;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import io.github.lockstarter.LogText;
import io.github.lockstarter.core.hold.LockRequest;
import org.jspecify.annotations.Nullable;

/**
 * Refuses the result of a body that is work which would go on without the lock.
 */
final class UnfinishedWork {

	private static final String PUBLISHER = "org.reactivestreams.Publisher";

	private UnfinishedWork() {
	}

	/**
	 * Look at what a body has returned.
	 * @throws IllegalStateException if its work is not done
	 */
	static void refuse(LockRequest request, @Nullable Object result) {
		if (result != null && isUnfinished(result)) {
			throw new IllegalStateException("The body under lock '" + LogText.of(request.lock()) + "' returned a "
					+ result.getClass().getName() + ", whose work is done later: the lock does not cover it. Use"
					+ " callAsync with a CompletionStage, or return it from a method with @DistributedLock.");
		}
	}

	private static boolean isUnfinished(Object result) {
		return (result instanceof Future<?> future) ? !future.isDone()
				: result instanceof Flow.Publisher || isPublisher(result.getClass());
	}

	/** The type need not be on the class path. */
	private static boolean isPublisher(@Nullable Class<?> type) {
		return type != null && (type.getName().equals(PUBLISHER) || isPublisher(type.getSuperclass())
				|| Arrays.stream(type.getInterfaces()).anyMatch(UnfinishedWork::isPublisher));
	}

}
