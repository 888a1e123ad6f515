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

	/**
	 * Whether to put the lock's key there as well.
	 */
	private boolean includeKey;

	public Boolean getEnabled() {
		return this.enabled;
	}

	public void setEnabled(Boolean enabled) {
		this.enabled = enabled;
	}

	public boolean isIncludeKey() {
		return this.includeKey;
	}

	public void setIncludeKey(boolean includeKey) {
		this.includeKey = includeKey;
	}

}
