package io.github.lockstarter.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches unless locks are switched off, in any of the ways to write it that a property
 * knows: a condition on its text would take {@code yes} for no.
 */
class OnLocksEnabledCondition extends SpringBootCondition {

	static final String PROPERTY = "distributed-lock.enabled";

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		boolean enabled = !Boolean.FALSE
			.equals(Binder.get(context.getEnvironment()).bind(PROPERTY, Boolean.class).orElse(true));
		return new ConditionOutcome(enabled,
				ConditionMessage.forCondition("Locks enabled").because("'" + PROPERTY + "' is " + enabled));
	}

}
