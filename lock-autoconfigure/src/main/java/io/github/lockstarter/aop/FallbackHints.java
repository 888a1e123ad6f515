package io.github.lockstarter.aop;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.ExecutableMode;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;

/**
 * Lets a native image call fallbacks, which only the text of an annotation names.
 */
final class FallbackHints implements BeanRegistrationAotProcessor {

	private final LockAnnotations annotations = new LockAnnotations();

	private final FallbackFinder finder = new FallbackFinder(this.annotations);

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean registeredBean) {
		List<Fallback> fallbacks = this.annotations.findAll(registeredBean.getBeanClass())
			.stream()
			.map(this.finder::find)
			.filter(Objects::nonNull)
			.toList();
		return fallbacks.isEmpty() ? null
				: (context,
						code) -> fallbacks.forEach((fallback) -> context.getRuntimeHints()
							.reflection()
							.registerMethod(fallback.method(), ExecutableMode.INVOKE));
	}

}
