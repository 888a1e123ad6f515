package io.github.lockstarter.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * An application context with locks in memory that the tests of a class share: to start
 * one takes longer than most tests. Each test gets beans of its own.
 */
final class SharedContext implements BeforeAllCallback, AfterAllCallback {

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private SharedContext() {
		TestPropertyValues.of("distributed-lock.store=memory").applyTo(this.context);
	}

	/**
	 * A context that starts before the first test of a class and is closed after the last
	 * one.
	 * @param autoConfigurations used besides those of locks and of annotated methods
	 */
	static SharedContext with(Class<?>... autoConfigurations) {
		List<Class<?>> all = new ArrayList<>(List.of(autoConfigurations));
		all.addAll(List.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class, AopAutoConfiguration.class));
		SharedContext shared = new SharedContext();
		shared.context.register(AutoConfigurations.getClasses(AutoConfigurations.of(all.toArray(Class<?>[]::new))));
		return shared;
	}

	/** Let it also have beans of these types, a new one each time one is asked for. */
	SharedContext withBeans(List<? extends Class<?>> types) {
		types.forEach((type) -> this.context.registerBean(type, (definition) -> definition.setScope("prototype")));
		return this;
	}

	/** Let it also have this bean. */
	<T> SharedContext withBean(Class<T> type, T bean) {
		this.context.registerBean(type, () -> bean);
		return this;
	}

	/** Let it also have this property. */
	SharedContext withProperty(String property) {
		TestPropertyValues.of(property).applyTo(this.context);
		return this;
	}

	@Override
	public void beforeAll(ExtensionContext test) {
		this.context.refresh();
	}

	@Override
	public void afterAll(ExtensionContext test) {
		this.context.close();
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

}
