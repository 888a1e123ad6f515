package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.Aware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;

/**
 * Methods that the container calls on the bean itself, where no proxy can intercept them,
 * or that only make a bean.
 */
final class ContainerCalls {

	private ContainerCalls() {
	}

	/**
	 * Refuse an annotation on such a method; one on its class means the other methods.
	 * @param definition the definition of the bean, merged; {@code null} if it has none
	 */
	static void check(AnnotatedMethod method, @Nullable BeanDefinition definition) {
		if (MergedAnnotations.from(method.method()).isPresent(Bean.class)) {
			throw method.refused("it is a @Bean method, which runs once, to make the bean.",
					"Annotate the methods of the bean's class, or use LockClient in them.");
		}
		if (method.declared() != null) {
			roles(method, definition).findFirst().ifPresent((role) -> {
				throw method.refused("the container calls it as " + role + " on the bean itself, not on its proxy.",
						"Move the work to a method that another bean calls, or use LockClient in it.");
			});
		}
	}

	private static Stream<String> roles(AnnotatedMethod method, @Nullable BeanDefinition definition) {
		MergedAnnotations annotations = MergedAnnotations.from(method.method());
		return Stream
			.of(Stream.of("PostConstruct", "PreDestroy", "Resource")
				.filter((name) -> annotations.isPresent("jakarta.annotation." + name))
				.map("@"::concat), injected(annotations), aware(method),
					implemented(method, InitializingBean.class, "afterPropertiesSet"),
					implemented(method, DisposableBean.class, "destroy"), stopped(method), named(method, definition))
			.flatMap((roles) -> roles);
	}

	private static Stream<String> implemented(AnnotatedMethod method, Class<?> type, String name) {
		return (type.isAssignableFrom(method.userClass()) && isCallOf(method.method(), name))
				? Stream.of(type.getSimpleName() + "." + name) : Stream.empty();
	}

	private static Stream<String> injected(MergedAnnotations annotations) {
		return Stream.of(Autowired.class.getName(), Value.class.getName(), "jakarta.inject.Inject")
			.filter(annotations::isPresent)
			.map((name) -> "@" + ClassUtils.getShortName(name));
	}

	private static Stream<String> aware(AnnotatedMethod method) {
		return LockAnnotations.interfaceMethods(method.method(), method.userClass())
			.stream()
			.map(Method::getDeclaringClass)
			.filter((type) -> type != Aware.class && Aware.class.isAssignableFrom(type))
			.map((type) -> type.getSimpleName() + "." + method.method().getName())
			.limit(1);
	}

	/** The container calls {@code stop(Runnable)}, which by default calls the other. */
	private static Stream<String> stopped(AnnotatedMethod method) {
		Method stop = ClassUtils.getMethodIfAvailable(method.userClass(), "stop", Runnable.class);
		return (stop != null && stop.getDeclaringClass() == SmartLifecycle.class)
				? implemented(method, SmartLifecycle.class, "stop") : Stream.empty();
	}

	private static Stream<String> named(AnnotatedMethod method, @Nullable BeanDefinition definition) {
		if (!(definition instanceof AbstractBeanDefinition known)) {
			return Stream.empty();
		}
		return Stream.concat(
				names(known.getInitMethodNames()).filter((name) -> isCallOf(method.method(), name))
					.map((name) -> "the init method of the bean"),
				destroyMethods(known, method.userClass()).filter((name) -> isCallOf(method.method(), name))
					.map((name) -> "the destroy method of the bean"));
	}

	private static Stream<String> destroyMethods(AbstractBeanDefinition definition, Class<?> type) {
		List<String> names = names(definition.getDestroyMethodNames()).toList();
		if (names.contains(AbstractBeanDefinition.INFER_METHOD)) {
			return Stream.of("close", "shutdown");
		}
		return (names.isEmpty() && AutoCloseable.class.isAssignableFrom(type)) ? Stream.of("close") : names.stream();
	}

	private static Stream<String> names(String @Nullable [] names) {
		return (names != null) ? Arrays.stream(names) : Stream.empty();
	}

	private static boolean isCallOf(Method method, String name) {
		return method.getName().equals(name) && method.getParameterCount() == 0;
	}

}
