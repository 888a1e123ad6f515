package io.github.lockstarter.actuate;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.actuate.LocksHealth.Report;
import io.github.lockstarter.leader.LeaderRoles;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * Reports whether the store of the locks answers, and whether locks are safe there. An
 * unsafe store has a status of its own, which Spring Boot counts neither as up nor as
 * down: every instance has it at once, so taking them all out of service would be worse.
 */
public final class LocksHealthIndicator extends AbstractHealthIndicator {

	/**
	 * The store answers, but may lose locks that are held; or there is none that other
	 * instances share.
	 */
	public static final Status UNSAFE = new Status(LocksHealth.UNSAFE);

	private final LocksHealth health;

	/**
	 * Create the indicator of an instance without roles.
	 * @param admin asks the store
	 */
	public LocksHealthIndicator(LockAdmin admin) {
		this(admin, null);
	}

	/**
	 * Create the indicator.
	 * @param admin asks the store
	 * @param roles the elections in which this instance takes part, shown with every
	 * status and without influence on it; {@code null} for none
	 */
	public LocksHealthIndicator(LockAdmin admin, @Nullable LeaderRoles roles) {
		this(new LocksHealth(admin, roles));
	}

	/**
	 * Create the indicator.
	 * @param health what it reports
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
