package io.github.lockstarter.actuate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

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
	 * The store answers, but may lose locks that are held; or there is none that other
	 * instances share.
	 */
	public static final String UNSAFE = "UNSAFE";

	private static final Log logger = LogFactory.getLog(LocksHealth.class);

	private static final String MODE = "mode";

	private static final String IN_MEMORY = "memory of this JVM";

	private final Supplier<StoreStatus> store;

	private final @Nullable LeaderRoles roles;

	private final AtomicReference<@Nullable String> reported = new AtomicReference<>();

	/**
	 * Create the health without a request to the store.
	 * @param admin asks the store
	 * @param roles the elections in which this instance takes part; {@code null} for none
	 */
	public LocksHealth(LockAdmin admin, @Nullable LeaderRoles roles) {
		this(admin::status, roles);
	}

	private LocksHealth(Supplier<StoreStatus> store, @Nullable LeaderRoles roles) {
		this.store = store;
		this.roles = roles;
	}

	/**
	 * The health of locks that are switched off.
	 * @return always {@link #UNSAFE}
	 */
	public static LocksHealth switchedOff() {
		return new LocksHealth(
				() -> new StoreStatus(Map.of(MODE, "switched off"),
						"Locks are switched off by 'distributed-lock.enabled': annotated methods run without a lock."),
				null);
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
			status = TimeLimited.ask("", this.store);
		}
		catch (LockUnavailableException ex) {
			// the exception itself would be logged at each probe
			details.put("error", String.valueOf(ex.getMessage()));
			return new Report("DOWN", details);
		}
		details.putAll(status.details());
		String problem = problem(status);
		report(problem);
		if (problem == null) {
			return new Report("UP", details);
		}
		details.put("problem", problem);
		return new Report(UNSAFE, details);
	}

	/** The store in memory calls it no problem: some locks may be there on purpose. */
	private static @Nullable String problem(StoreStatus status) {
		return (status.problem() == null && IN_MEMORY.equals(status.details().get(MODE)))
				? "Locks are kept in the memory of this JVM and exclude no other: with several instances, set"
						+ " 'distributed-lock.store' to one that they share."
				: status.problem();
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
