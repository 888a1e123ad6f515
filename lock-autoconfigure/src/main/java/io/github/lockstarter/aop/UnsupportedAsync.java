package io.github.lockstarter.aop;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.BaseStream;

import org.jspecify.annotations.Nullable;

/**
 * Types whose work is done later and that belong to no family of
 * {@link AsynchronousResults}: nothing shows when it ends, or the library that shows it
 * is missing.
 */
final class UnsupportedAsync {

	private static final Set<String> WEB = Set.of("org.springframework.web.context.request.async.DeferredResult",
			"org.springframework.web.context.request.async.WebAsyncTask",
			"org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
			"org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

	private static final Set<String> PUBLISHERS = Set.of("org.reactivestreams.Publisher",
			"kotlinx.coroutines.flow.Flow", "io.reactivex.rxjava3.core.Completable", "io.reactivex.rxjava3.core.Maybe",
			"io.reactivex.rxjava3.core.Observable", "io.reactivex.rxjava3.core.Single");

	private static final Set<String> JOBS = Set.of("kotlinx.coroutines.Job");

	private static final Set<String> SEQUENCES = Set.of("kotlin.sequences.Sequence");

	private UnsupportedAsync() {
	}

	/**
	 * Advice on what to do instead of returning a type.
	 * @param type the return type of a method, or the type of what it has returned
	 * @return a sentence; {@code null} if its work is not done later
	 */
	static @Nullable String advice(Class<?> type) {
		if (Future.class.isAssignableFrom(type)) {
			return "Return a CompletableFuture, which tells when it ends.";
		}
		if (Flow.Publisher.class.isAssignableFrom(type) || isOneOf(type, PUBLISHERS)) {
			return "Put reactor-core (for a Flow, also kotlinx-coroutines-reactor) on the class path, or return a"
					+ " CompletableFuture.";
		}
		if (isOneOf(type, WEB)) {
			return "Put spring-webmvc on the class path, or return a CompletableFuture.";
		}
		if (isOneOf(type, JOBS)) {
			return "Return when the work has ended, from a suspending function.";
		}
		if (BaseStream.class.isAssignableFrom(type) || Iterator.class.isAssignableFrom(type)
				|| Thread.class.isAssignableFrom(type) || isFunction(type, Supplier.class)
				|| isFunction(type, Runnable.class) || isOneOf(type, SEQUENCES)) {
			return "Return a collection or a value, or lock the method that uses the result.";
		}
		return null;
	}

	/** A class with a name may be a value that only happens to be a function as well. */
	private static boolean isFunction(Class<?> type, Class<?> function) {
		return type == function || (function.isAssignableFrom(type) && (type.isHidden() || type.isAnonymousClass()));
	}

	private static boolean isOneOf(@Nullable Class<?> type, Set<String> names) {
		return type != null && (names.contains(type.getName()) || isOneOf(type.getSuperclass(), names)
				|| Arrays.stream(type.getInterfaces()).anyMatch((parent) -> isOneOf(parent, names)));
	}

}
