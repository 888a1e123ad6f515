package io.github.lockstarter.autoconfigure;

/**
 * Matches unless locks are switched off.
 */
class OnLocksEnabledCondition extends UnlessSwitchedOffCondition {

	static final String PROPERTY = "distributed-lock.enabled";

	OnLocksEnabledCondition() {
		super(PROPERTY);
	}

}
