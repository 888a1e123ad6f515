package io.github.lockstarter.boot3.actuate;

import io.github.lockstarter.actuate.LocksHealth;
import io.github.lockstarter.actuate.LocksHealth.Report;

import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;

/**
 * Reports the health of the locks under Spring Boot 3.
 */
public final class LocksHealthIndicator extends AbstractHealthIndicator {

	private final LocksHealth health;

	/**
	 * Create the indicator.
	 * @param health asks the store
	 */
	public LocksHealthIndicator(LocksHealth health) {
		super("The health of the lock store could not be determined");
		this.health = health;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		Report report = this.health.check();
		builder.status(report.status()).withDetails(report.details());
	}

}
