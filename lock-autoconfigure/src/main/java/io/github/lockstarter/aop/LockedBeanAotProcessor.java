package io.github.lockstarter.aop;

import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Stream;

import io.github.lockstarter.DistributedLock;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;

/**
 * Tells a native image what the locks of a bean reach by reflection: its annotation, its
 * methods, and what its keys and conditions may ask the arguments for. What they ask of
 * other beans is not known here.
 */
public final class LockedBeanAotProcessor implements BeanRegistrationAotProcessor {

	private final LockAnnotations annotations = new LockAnnotations();

	private final BindingReflectionHintsRegistrar properties = new BindingReflectionHintsRegistrar();

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean registeredBean) {
		Collection<AnnotatedMethod> methods = this.annotations.findAll(registeredBean.getBeanClass());
		return methods.isEmpty() ? null
				: (generation, code) -> methods.forEach((method) -> register(method, generation.getRuntimeHints()));
	}

	private void register(AnnotatedMethod method, RuntimeHints hints) {
		hints.proxies().registerJdkProxy(DistributedLock.class);
		ReflectionHints reflection = hints.reflection();
		reflection.registerType(KeyRoot.class, MemberCategory.INVOKE_PUBLIC_METHODS);
		reflection.registerType(method.userClass(), MemberCategory.INVOKE_DECLARED_METHODS,
				MemberCategory.INVOKE_PUBLIC_METHODS);
		if (Stream.concat(Arrays.stream(method.lock().key()), Stream.of(method.lock().condition()))
			.anyMatch((text) -> text.contains("#"))) {
			this.properties.registerReflectionHints(reflection, method.parameterSource().getGenericParameterTypes());
		}
	}

}
