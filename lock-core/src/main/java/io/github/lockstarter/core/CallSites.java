package io.github.lockstarter.core;

import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.core.platform.Platform;
import org.jspecify.annotations.Nullable;

/**
 * The places in the application where locks are acquired. Walking the stack costs more
 * than a microsecond, and a tenth of a millisecond where that is seldom done: so of those
 * that follow each other quickly only some are found, and if possible while they wait.
 * Thread-safe.
 */
final class CallSites {

	private static final StackWalker WALKER = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);

	private static final Pattern ADVICE = Pattern
		.compile("io\\.github\\.lockstarter\\.aop\\.|org\\.springframework\\.aop\\.");

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

	/** An application has few of them, and may hold thousands of locks. */
	private static final int MOST_KNOWN = 1000;

	private final Platform platform;

	private final Map<StackTraceElement, StackTraceElement> known = new ConcurrentHashMap<>();

	private volatile long lastAt;

	CallSites(Platform platform) {
		this.platform = platform;
		this.lastAt = platform.nanoTime() - PAUSE_NANOS;
	}

	/**
	 * Look for a caller when there is time for it.
	 * @param called what it has called
	 */
	Search search(Class<?> called) {
		return new Search(called);
	}

	/**
	 * A description of a lock may be wrapped by another one, which is no caller, and
	 * neither is the advice of an annotated method: its proxy is, by the method's name.
	 */
	private @Nullable StackTraceElement callerOf(Class<?> called) {
		long now = this.platform.nanoTime();
		if (now - this.lastAt < PAUSE_NANOS) {
			return null;
		}
		this.lastAt = now;
		return WALKER
			.walk((frames) -> frames.dropWhile((frame) -> frame.getDeclaringClass() != called)
				.dropWhile((frame) -> LockSpec.class.isAssignableFrom(frame.getDeclaringClass())
						|| ADVICE.matcher(frame.getClassName()).lookingAt())
				.findFirst())
			.map(this::shared)
			.orElse(null);
	}

	/** A task is run by a method of the JDK, which says nothing of its caller. */
	private @Nullable StackTraceElement shared(StackFrame frame) {
		Class<?> type = frame.getDeclaringClass();
		if (Proxy.isProxyClass(type)) {
			return shared(methodOfInterface(type, frame.getMethodName()));
		}
		return type.getName().startsWith("java.") ? null : shared(frame.toStackTraceElement());
	}

	/** The name of a proxy is known to nobody. */
	private static StackTraceElement methodOfInterface(Class<?> proxy, String method) {
		Class<?> declaring = Arrays.stream(proxy.getInterfaces())
			.filter((type) -> Arrays.stream(type.getMethods()).anyMatch((each) -> each.getName().equals(method)))
			.findFirst()
			.orElse(proxy);
		return new StackTraceElement(declaring.getName(), method, null, -1);
	}

	private StackTraceElement shared(StackTraceElement found) {
		StackTraceElement shared = (this.known.size() < MOST_KNOWN) ? this.known.putIfAbsent(found, found)
				: this.known.get(found);
		return (shared != null) ? shared : found;
	}

	/**
	 * Finds one caller, once. Used by its thread.
	 */
	final class Search implements Runnable {

		private final Class<?> called;

		private boolean done;

		private @Nullable StackTraceElement found;

		private Search(Class<?> called) {
			this.called = called;
		}

		/** Look for it now. */
		@Override
		public void run() {
			if (!this.done) {
				this.done = true;
				FailureIsolation.run("Looking for the caller", () -> this.found = callerOf(this.called));
			}
		}

		/**
		 * The caller; {@code null} if it can't be told, or another one was found just
		 * before.
		 */
		@Nullable StackTraceElement found() {
			run();
			return this.found;
		}

	}

}
