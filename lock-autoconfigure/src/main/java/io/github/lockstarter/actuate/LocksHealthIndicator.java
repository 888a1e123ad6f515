package io.github.lockstarter.actuate;

import java.util.concurrent.atomic.AtomicReference;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockAdmin.StoreStatus;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.actuate.LocksDescriptor.Role;
import io.github.lockstarter.leader.LeaderRoles;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
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
	 * The store answers, but may lose locks that are held.
	 */
	public static final Status UNSAFE = new Status("UNSAFE");

	private static final Log logger = LogFactory.getLog(LocksHealthIndicator.class);

	private final LockAdmin admin;

	private final @Nullable LeaderRoles roles;

	private final AtomicReference<@Nullable String> reported = new AtomicReference<>();

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
	 * @param roles knows in which elections this instance takes part, which is shown
	 * whatever the status, and changes none; {@code null} for none
	 */
	public LocksHealthIndicator(LockAdmin admin, @Nullable LeaderRoles roles) {
		super("The store of the locks could not be asked");
		this.admin = admin;
		this.roles = roles;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		if (this.roles != null) {
			builder.withDetail("roles", this.roles.all().stream().map(Role::of).toList());
		}
		StoreStatus status;
		try {
			status = TimeLimited.ask("", this.admin::status);
		}
		catch (LockUnavailableException ex) {
			// the exception itself would be logged at each probe
			builder.down().withDetail("error", String.valueOf(ex.getMessage()));
			return;
		}
		builder.withDetails(status.details());
		String problem = status.problem();
		if (problem == null) {
			builder.up();
		}
		else {
			builder.status(UNSAFE).withDetail("problem", problem);
		}
		report(problem);
	}

	private void report(@Nullable String problem) {
		String before = this.reported.getAndSet(problem);
		if (problem != null && !problem.equals(before)) {
			logger.warn("Locks are not safe: " + problem);
		}
	}

}
