package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodClassKey;
import org.springframework.util.function.SingletonSupplier;

/**
 * Creates the descriptions of locked methods, once for each.
 */
final class LockedMethods {

	private final Map<MethodClassKey, Optional<LockedMethod>> cache = new ConcurrentHashMap<>();

	private final LockAnnotations annotations;

	private final ConfigurableListableBeanFactory beanFactory;

	private final KeyEvaluation evaluation;

	private final FallbackFinder fallbacks;

	private final AsynchronousResults asynchronous;

	private final SingletonSupplier<LockSettings> settings;

	LockedMethods(LockAnnotations annotations, ConfigurableListableBeanFactory beanFactory,
			AsynchronousResults asynchronous) {
		this.annotations = annotations;
		this.asynchronous = asynchronous;
		this.beanFactory = beanFactory;
		this.evaluation = new KeyEvaluation(beanFactory);
		this.fallbacks = new FallbackFinder(annotations);
		this.settings = SingletonSupplier.of(() -> beanFactory.getBeanProvider(LockSettings.class)
			.getIfAvailable(() -> new LockSettings(LockOptions.NONE, Map.of())));
	}

	@Nullable LockedMethod get(Method method, Class<?> type) {
		MethodClassKey key = new MethodClassKey(method, type);
		Optional<LockedMethod> cached = this.cache.get(key);
		if (cached == null) {
			cached = Optional.ofNullable(this.annotations.find(method, type)).map(this::define);
			this.cache.put(key, cached);
		}
		return cached.orElse(null);
	}

	LockedMethod define(AnnotatedMethod method) {
		InterfaceAgreement.check(method);
		String name = LockName.of(method, this.evaluation);
		LockOptions written = new WrittenOptions(method, this.beanFactory::resolveEmbeddedValue).read();
		LockSettings.Resolved resolved = settings().resolve(name, written);
		resolved.contradiction((option) -> "its '" + option.attribute() + "'").ifPresent((found) -> {
			throw method.refused(found.problem() + ".", found.advice());
		});
		if (resolved.lacksCapacity()) {
			throw method.refused("it is a semaphore, but its capacity is not set.",
					"Set 'capacity', for example capacity = 5, or distributed-lock.locks." + name + ".capacity.");
		}
		boolean permits = written.get(LockOption.CAPACITY) != null || written.get(LockOption.PERMITS) != null;
		if (permits && resolved.get(LockOption.KIND) != LockKind.SEMAPHORE) {
			throw method.refused("it has permits, but is not a semaphore.",
					"Add 'kind = LockKind.SEMAPHORE', or leave 'capacity' and 'permits' out.");
		}
		Fallback fallback = this.fallbacks.find(method);
		AsynchronousResult later = DeclaredAsync.check(method, this.asynchronous);
		ReturnTypes.check(method, name,
				(fallback != null) ? LockFailStrategy.EXCEPTION : resolved.get(LockOption.FAIL_STRATEGY), later);
		return new LockedMethod(method, name, LockCondition.parse(method, this.evaluation),
				LockKeys.parse(method, this.evaluation, resolved.get(LockOption.MAX_KEYS)), ReturnTypes.of(method),
				written, resolved, resolved.get(LockOption.ON_LOSS), fallback, later,
				new UndeclaredAsync(method, (later != null) ? ReturnTypes.ofWork(method) : ReturnTypes.declared(method),
						this.asynchronous));
	}

	private LockSettings settings() {
		return this.settings.obtain();
	}

}
