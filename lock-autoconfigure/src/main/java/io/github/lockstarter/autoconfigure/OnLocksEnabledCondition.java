package io.github.lockstarter.autoconfigure;

/**
 * Matches unless locks are switched off by {@code distributed-lock.enabled}. Thread-safe.
 */
public final class OnLocksEnabledCondition extends SwitchCondition {

	static final String PROPERTY = "distributed-lock.enabled";

	OnLocksEnabledCondition() {
		super(PROPERTY, true);
	}

}
