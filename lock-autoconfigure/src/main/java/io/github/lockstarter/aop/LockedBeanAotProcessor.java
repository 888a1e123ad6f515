package io.github.lockstarter.aop;

import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Stream;

import io.github.lockstarter.DistributedLock;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;

/**
 * Registers for a native image all that the locks of a bean reach by reflection: its
 * annotation, its methods and fallbacks, the methods of interfaces that they implement,
 * and the properties of the arguments that its expressions may read. It does not know
 * what a key reads from other beans.
 */
public final class LockedBeanAotProcessor implements BeanRegistrationAotProcessor {

	private final LockAnnotations annotations = new LockAnnotations();

	private final FallbackFinder finder = new FallbackFinder(this.annotations);

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
		reflection.registerMethod(method.method(), ExecutableMode.INVOKE);
		// without them, an annotation of the type that declares them would not be found
		LockAnnotations.interfaceMethods(method.method(), method.userClass())
			.forEach((declared) -> reflection.registerMethod(declared, ExecutableMode.INVOKE));
		Fallback fallback = this.finder.find(method);
		if (fallback != null) {
			reflection.registerMethod(fallback.method(), ExecutableMode.INVOKE);
		}
		Stream<String> expressions = Stream.concat(Arrays.stream(method.lock().key()),
				Stream.of(method.lock().condition()));
		if (expressions.anyMatch((expression) -> expression.contains("#"))) {
			this.properties.registerReflectionHints(reflection, method.parameterSource().getGenericParameterTypes());
		}
	}

}
