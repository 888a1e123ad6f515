package io.github.lockstarter.aop;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.BaseStream;

import io.github.lockstarter.DistributedLock.LockRelease;
import org.jspecify.annotations.Nullable;

/**
 * Checks at start-up whether the work of a method ends later than the method, and refuses
 * what can't be held until then.
 */
final class LaterWork {

	private static final Set<String> WEB = Set.of("org.springframework.web.context.request.async.DeferredResult",
			"org.springframework.web.context.request.async.WebAsyncTask",
			"org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
			"org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

	private static final Set<String> ENTITY = Set.of("org.springframework.http.HttpEntity");

	private static final Set<String> PUBLISHERS = Set.of("org.reactivestreams.Publisher",
			"kotlinx.coroutines.flow.Flow", "io.reactivex.rxjava3.core.Completable", "io.reactivex.rxjava3.core.Maybe",
			"io.reactivex.rxjava3.core.Observable", "io.reactivex.rxjava3.core.Single");

	private LaterWork() {
	}

	/**
	 * The family of a method's return type.
	 * @return {@code null} if its work ends with the method
	 */
	static @Nullable AsynchronousResult check(AnnotatedMethod method, AsynchronousResults families) {
		Class<?> type = ReturnTypes.of(method);
		if (isOneOf(type, ENTITY)) {
			return checkWithin(method, families);
		}
		AsynchronousResult family = families.of(type);
		if (family == null) {
			refuseUnheld(method, type);
			return null;
		}
		if (!family.makes(type)) {
			throw method.refused("it returns " + type.getName() + ", of which only the application makes instances.",
					"Declare the general type instead, such as CompletableFuture or Callable.");
		}
		if (method.lock().release() == LockRelease.AFTER_TRANSACTION) {
			throw method.refused("its 'release' is AFTER_TRANSACTION, but it returns " + type.getName()
					+ ", whose work may end later than the transaction.", "Use AFTER_METHOD.");
		}
		return family;
	}

	private static @Nullable AsynchronousResult checkWithin(AnnotatedMethod entity, AsynchronousResults families) {
		Class<?> body = ReturnTypes.ofWork(entity);
		AsynchronousResult family = families.of(body);
		if (family == null) {
			refuseUnheld(entity, body);
		}
		else if (!family.mayBeWithinAnEntity(body)) {
			throw entity.refused(
					"it returns a " + ReturnTypes.of(entity).getSimpleName() + " of " + body.getName()
							+ ", whose work is done later: the lock would be released before.",
					"Return it the other way round, as a " + body.getSimpleName() + " of the entity.");
		}
		return family;
	}

	private static void refuseUnheld(AnnotatedMethod method, Class<?> type) {
		String advice = null;
		if (Future.class.isAssignableFrom(type)) {
			advice = "Return a CompletableFuture, which tells when it ends.";
		}
		else if (Flow.Publisher.class.isAssignableFrom(type) || isOneOf(type, PUBLISHERS)) {
			advice = "Put reactor-core (for a Flow kotlinx-coroutines-reactor, too) on the class path, or return a"
					+ " CompletableFuture.";
		}
		else if (isOneOf(type, WEB)) {
			advice = "Put spring-webmvc on the class path, or return a CompletableFuture.";
		}
		else if (BaseStream.class.isAssignableFrom(type) || Iterator.class.isAssignableFrom(type)
				|| type == Supplier.class) {
			advice = "Return a collection or a value, or lock the method that uses the result.";
		}
		if (advice != null) {
			throw method.refused(
					"it returns " + type.getName() + ", whose work is done later: the lock would be released before.",
					advice);
		}
	}

	private static boolean isOneOf(@Nullable Class<?> type, Set<String> names) {
		return type != null && (names.contains(type.getName()) || isOneOf(type.getSuperclass(), names)
				|| Arrays.stream(type.getInterfaces()).anyMatch((parent) -> isOneOf(parent, names)));
	}

}
