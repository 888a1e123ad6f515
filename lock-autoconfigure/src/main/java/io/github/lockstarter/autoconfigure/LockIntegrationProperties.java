package io.github.lockstarter.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Properties of locks in Spring Integration.
 */
@ConfigurationProperties("distributed-lock.integration")
class LockIntegrationProperties {

	/**
	 * Whether to offer the locks to Spring Integration as a LockRegistry bean.
	 */
	private Boolean enabled = true;

	public Boolean getEnabled() {
		return this.enabled;
	}

	public void setEnabled(Boolean enabled) {
		this.enabled = enabled;
	}

}
