package io.github.lockstarter.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Properties of locks under Actuator.
 */
@ConfigurationProperties("distributed-lock.actuator")
class LockActuatorProperties {

	private final ForceRelease forceRelease = new ForceRelease();

	private final Console console = new Console();

	public ForceRelease getForceRelease() {
		return this.forceRelease;
	}

	public Console getConsole() {
		return this.console;
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

	static class Console {

		/**
		 * Whether there is an endpoint 'locksconsole', a page that shows the endpoint
		 * 'locks'.
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
