package io.github.lockstarter.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Properties of locks under Actuator.
 */
@ConfigurationProperties("distributed-lock.actuator")
class LockActuatorProperties {

	private final ForceRelease forceRelease = new ForceRelease();

	public ForceRelease getForceRelease() {
		return this.forceRelease;
	}

	static class ForceRelease {

		/**
		 * Whether the endpoint 'locks' may take a lock from its holder.
		 */
		private boolean enabled;

		public boolean isEnabled() {
			return this.enabled;
		}

		public void setEnabled(boolean enabled) {
			this.enabled = enabled;
		}

	}

}
