package io.github.lockstarter.actuate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockAdmin.StoreStatus;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.actuate.LocksDescriptor.Role;
import io.github.lockstarter.leader.LeaderRoles;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Health of the locks, without the health API of Spring Boot, which differs from line to
 * line. Thread-safe.
 */
public final class LocksHealth {

	/**
	 * The store answers, but may lose locks that are held.
	 */
	public static final String UNSAFE = "UNSAFE";

	private static final Log logger = LogFactory.getLog(LocksHealth.class);

	private final LockAdmin admin;

	private final @Nullable LeaderRoles roles;

	private final AtomicReference<@Nullable String> reported = new AtomicReference<>();

	/**
	 * Create the health without a request to the store.
	 * @param admin asks the store
	 * @param roles the elections in which this instance takes part; {@code null} for none
	 */
	public LocksHealth(LockAdmin admin, @Nullable LeaderRoles roles) {
		this.admin = admin;
		this.roles = roles;
	}

	/**
	 * Ask the store, for at most two seconds.
	 * @return the health that its answer, or the lack of one, shows
	 */
	public Report check() {
		Map<String, Object> details = new LinkedHashMap<>();
		if (this.roles != null) {
			details.put("roles", this.roles.all().stream().map(Role::of).toList());
		}
		StoreStatus status;
		try {
			status = TimeLimited.ask("", this.admin::status);
		}
		catch (LockUnavailableException ex) {
			// the exception itself would be logged at each probe
			details.put("error", String.valueOf(ex.getMessage()));
			return new Report("DOWN", details);
		}
		details.putAll(status.details());
		String problem = status.problem();
		report(problem);
		if (problem == null) {
			return new Report("UP", details);
		}
		details.put("problem", problem);
		return new Report(UNSAFE, details);
	}

	private void report(@Nullable String problem) {
		String before = this.reported.getAndSet(problem);
		if (problem != null && !problem.equals(before)) {
			logger.warn("Locks are not safe: " + problem);
		}
	}

	/**
	 * The health of the locks.
	 *
	 * @param status {@code UP}, {@code DOWN} or {@link #UNSAFE}
	 * @param details explanations for operators
	 */
	public record Report(String status, Map<String, Object> details) {
	}

}
