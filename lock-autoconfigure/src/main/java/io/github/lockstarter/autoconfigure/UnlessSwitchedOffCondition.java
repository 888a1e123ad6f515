package io.github.lockstarter.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches unless a property is false, in any form that binds to a boolean: a condition on
 * its text would take {@code yes} for false.
 */
abstract class UnlessSwitchedOffCondition extends SpringBootCondition {

	private final String property;

	UnlessSwitchedOffCondition(String property) {
		this.property = property;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		boolean enabled = isOn(this.property, context.getEnvironment());
		return new ConditionOutcome(enabled,
				ConditionMessage.forCondition("Switch").because("'" + this.property + "' is " + enabled));
	}

	static boolean isOn(String property, Environment environment) {
		return !Boolean.FALSE.equals(Binder.get(environment).bind(property, Boolean.class).orElse(true));
	}

}
