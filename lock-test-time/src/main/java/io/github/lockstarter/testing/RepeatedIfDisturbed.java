package io.github.lockstarter.testing;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.params.Parameter;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats each test that failed while the JVM stood still, as a fresh instance with keys
 * of its own: a lease, a claim window or a wait may have ended meanwhile. For tests of
 * which nearly each depends on the time of a Redis server; see {@link Undisturbed}. Those
 * that look for a race are run once: a pause may be what it takes.
 */
public final class RepeatedIfDisturbed implements InvocationInterceptor {

	private static final Logger logger = LoggerFactory.getLogger(RepeatedIfDisturbed.class);

	private static final String RACES = "races";

	private static final Map<Object, ReflectiveInvocationContext<? extends Constructor<?>>> created = Collections
		.synchronizedMap(new WeakHashMap<>());

	private static final Map<Object, Boolean> repeated = Collections.synchronizedMap(new WeakHashMap<>());

	@Override
	public <T> T interceptTestClassConstructor(Invocation<T> invocation,
			ReflectiveInvocationContext<Constructor<T>> context, ExtensionContext extension) throws Throwable {
		T test = invocation.proceed();
		created.put(test, context);
		return test;
	}

	@Override
	public void interceptTestMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> context,
			ExtensionContext extension) throws Throwable {
		intercept(invocation, context, extension);
	}

	@Override
	public void interceptTestTemplateMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> context,
			ExtensionContext extension) throws Throwable {
		intercept(invocation, context, extension);
	}

	private static void intercept(Invocation<Void> invocation, ReflectiveInvocationContext<Method> context,
			ExtensionContext extension) throws Exception {
		if (extension.getTags().contains(RACES)) {
			proceed(invocation);
			return;
		}
		AtomicInteger tries = new AtomicInteger();
		Undisturbed.attempt(name(context, extension), () -> {
			if (tries.getAndIncrement() == 0) {
				proceed(invocation);
			}
			else {
				giveUp(context.getTarget().orElseThrow());
				repeat(context);
			}
		});
	}

	private static String name(ReflectiveInvocationContext<Method> context, ExtensionContext extension) {
		return context.getTargetClass().getName() + "." + context.getExecutable().getName() + " "
				+ extension.getDisplayName();
	}

	private static void proceed(Invocation<Void> invocation) throws Exception {
		try {
			invocation.proceed();
		}
		catch (Exception | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** It failed half-way, and may leave something behind. */
	private static void giveUp(Object test) {
		if (repeated.put(test, true) == null) {
			try {
				invokeAll(AfterEach.class, HierarchyTraversalMode.BOTTOM_UP, test);
			}
			catch (Exception | AssertionError ex) {
				logger.info("A test that is repeated left something behind", ex);
			}
		}
	}

	private static void repeat(ReflectiveInvocationContext<Method> context) throws ReflectiveOperationException {
		ReflectiveInvocationContext<? extends Constructor<?>> first = Objects
			.requireNonNull(created.get(context.getTarget().orElseThrow()));
		Constructor<?> constructor = first.getExecutable();
		constructor.setAccessible(true);
		Object test = constructor.newInstance(first.getArguments().toArray());
		copyParameters(context.getTarget().orElseThrow(), test);
		try {
			invokeAll(BeforeEach.class, HierarchyTraversalMode.TOP_DOWN, test);
			ReflectionSupport.invokeMethod(context.getExecutable(), test, context.getArguments().toArray());
		}
		finally {
			invokeAll(AfterEach.class, HierarchyTraversalMode.BOTTOM_UP, test);
		}
	}

	/** Copy the fields of a parameterized class. */
	private static void copyParameters(Object from, Object to) throws IllegalAccessException {
		for (Field field : AnnotationSupport.findAnnotatedFields(to.getClass(), Parameter.class)) {
			field.setAccessible(true);
			field.set(to, field.get(from));
		}
	}

	private static void invokeAll(Class<? extends Annotation> annotation, HierarchyTraversalMode order, Object test) {
		AnnotationSupport.findAnnotatedMethods(test.getClass(), annotation, order)
			.forEach((method) -> ReflectionSupport.invokeMethod(method, test));
	}

	@Override
	public void interceptAfterEachMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> context,
			ExtensionContext extension) throws Throwable {
		if (repeated.containsKey(context.getTarget().orElseThrow())) {
			invocation.skip();
		}
		else {
			invocation.proceed();
		}
	}

}
