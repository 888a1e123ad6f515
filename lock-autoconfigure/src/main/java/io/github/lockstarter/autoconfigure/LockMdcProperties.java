package io.github.lockstarter.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Properties of log entries that show locks.
 */
@ConfigurationProperties("distributed-lock.mdc")
class LockMdcProperties {

	/**
	 * Whether to put the lock's name and fencing token into the diagnostic context (MDC)
	 * while code runs under it.
	 */
	private Boolean enabled = true;

	public Boolean getEnabled() {
		return this.enabled;
	}

	public void setEnabled(Boolean enabled) {
		this.enabled = enabled;
	}

}
