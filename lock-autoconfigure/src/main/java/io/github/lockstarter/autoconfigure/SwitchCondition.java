package io.github.lockstarter.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if a property is true, in any form that binds to a boolean: a condition on its
 * text would take {@code yes} for false.
 */
abstract class SwitchCondition extends SpringBootCondition {

	private final String property;

	private final boolean unlessSet;

	/**
	 * Create a condition.
	 * @param unlessSet whether it matches if the property is not set
	 */
	SwitchCondition(String property, boolean unlessSet) {
		this.property = property;
		this.unlessSet = unlessSet;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		boolean enabled = isOn(this.property, this.unlessSet, context.getEnvironment());
		return new ConditionOutcome(enabled,
				ConditionMessage.forCondition("Switch").because("'" + this.property + "' is " + enabled));
	}

	static boolean isOn(String property, boolean unlessSet, Environment environment) {
		return Boolean.TRUE.equals(Binder.get(environment).bind(property, Boolean.class).orElse(unlessSet));
	}

}
