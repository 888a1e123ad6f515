package io.github.lockstarter.actuate;

import java.security.Principal;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LogText;
import io.github.lockstarter.actuate.LocksDescriptor.OfInstance;
import io.github.lockstarter.actuate.LocksDescriptor.OfStore;
import io.github.lockstarter.actuate.LocksDescriptor.Recorded;
import io.github.lockstarter.job.JobRuns;
import io.github.lockstarter.leader.LeaderRoles;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;

/**
 * Endpoint that shows locks with their holders and waiters, and releases a lock by force
 * if that is switched on. Each request to the store ends within two seconds; without an
 * answer, it throws a {@code LockUnavailableException}. Thread-safe.
 */
@Endpoint(id = "locks")
@RegisterReflectionForBinding({ OfInstance.class, OfStore.class })
public class LocksEndpoint {

	/**
	 * The property that switches forced release on.
	 */
	public static final String FORCE_RELEASE_PROPERTY = "distributed-lock.actuator.force-release.enabled";

	private static final Log logger = LogFactory.getLog(LocksEndpoint.class);

	private static final int DEFAULT_COUNT = 100;

	private static final int LARGEST_COUNT = 1000;

	private final Supplier<LockAdmin> admin;

	private final boolean forceRelease;

	private final @Nullable LeaderRoles roles;

	private final @Nullable JobRuns jobs;

	/**
	 * Create the endpoint of an instance without roles and jobs.
	 * @param admin lists and inspects the locks
	 * @param forceRelease whether a lock may be taken from its holder
	 */
	public LocksEndpoint(LockAdmin admin, boolean forceRelease) {
		this(() -> admin, forceRelease, null, null);
	}

	/**
	 * Create the endpoint.
	 * @param admin lists and inspects the locks; asked for at each request
	 * @param forceRelease whether a lock may be taken from its holder
	 * @param roles the elections in which this instance takes part; {@code null} for none
	 * @param jobs the last runs of jobs; {@code null} if there are none
	 */
	public LocksEndpoint(Supplier<LockAdmin> admin, boolean forceRelease, @Nullable LeaderRoles roles,
			@Nullable JobRuns jobs) {
		this.admin = admin;
		this.forceRelease = forceRelease;
		this.roles = roles;
		this.jobs = jobs;
	}

	/**
	 * The locks that this instance holds and waits for; or those of all instances that
	 * the store has on record, a page at a time.
	 * @param scope the locks to list; by default those of this instance
	 * @param cursor for the store's locks: the cursor of the page; by default the first
	 * page
	 * @param count for the store's locks: about how many records to examine, by default
	 * 100 and at most 1000
	 * @return the locks
	 * @throws IllegalArgumentException if the count is below 1 or above 1000
	 */
	@ReadOperation
	@SuppressWarnings("deprecation") // Spring Boot 3 knows an optional parameter by it
	public LocksDescriptor locks(@org.springframework.lang.Nullable @Nullable Scope scope,
			@org.springframework.lang.Nullable @Nullable String cursor,
			@org.springframework.lang.Nullable @Nullable Integer count) {
		if (scope != Scope.STORE) {
			return OfInstance.of(this.admin.get(), (this.roles != null) ? this.roles.all() : List.of(),
					(this.jobs != null) ? this.jobs.jobs() : List.of());
		}
		String from = (cursor != null) ? cursor : "";
		int records = (count != null) ? count : DEFAULT_COUNT;
		if (records < 1 || records > LARGEST_COUNT) {
			throw noCount(records);
		}
		return TimeLimited.ask("", () -> OfStore.of(this.admin.get().find(from, records)));
	}

	/**
	 * A lock, as its store has it on record.
	 * @param key its key, which may contain slashes
	 * @return its holders and the number of waiting instances
	 */
	@ReadOperation
	public Recorded lock(@Selector(match = Match.ALL_REMAINING) String... key) {
		String whole = join(key);
		return TimeLimited.ask(whole, () -> Recorded.of(this.admin.get().inspect(whole)));
	}

	/**
	 * Take a lock from its holder, and give it to the next waiter.
	 * @param caller who asks
	 * @param key its key, which may contain slashes
	 * @param token the fencing token of the holder that is meant, 0 for those that share
	 * the lock; by default whoever holds it
	 * @return what happened: nothing, if another holds the lock
	 */
	@DeleteOperation
	@SuppressWarnings("deprecation") // Spring Boot 3 knows an optional parameter by it
	public ForcedRelease release(SecurityContext caller, @Selector(match = Match.ALL_REMAINING) String[] key,
			@org.springframework.lang.Nullable @Nullable Long token) {
		String whole = join(key);
		Principal principal = caller.getPrincipal();
		String by = (principal != null) ? principal.getName() : null;
		if (!this.forceRelease) {
			logger.warn("Lock '" + LogText.of(whole) + "' was not released by force by the endpoint 'locks'"
					+ ((by != null) ? ", asked by '" + LogText.of(by) + "'" : "") + ": that is switched off");
			return ForcedRelease.switchedOff(whole);
		}
		boolean released = TimeLimited.ask(whole, () -> this.admin.get().forceRelease(whole, token, by));
		return ForcedRelease.done(whole, token, released);
	}

	boolean mayForceRelease() {
		return this.forceRelease;
	}

	static IllegalArgumentException noCount(Object count) {
		return new IllegalArgumentException("'" + LogText.of(count.toString())
				+ "' is no count of records: write a number from 1 to " + LARGEST_COUNT + ".");
	}

	private static String join(String[] segments) {
		return String.join("/", segments);
	}

	/**
	 * The locks to list.
	 */
	public enum Scope {

		/**
		 * The locks that this instance holds and waits for.
		 */
		INSTANCE,

		/**
		 * The locks of all instances that the store has on record.
		 */
		STORE;

		static @Nullable Scope of(@Nullable String text) {
			if (text == null || text.isEmpty()) {
				return null;
			}
			return Arrays.stream(values())
				.filter((scope) -> scope.name().equalsIgnoreCase(text))
				.findFirst()
				.orElseThrow(() -> new IllegalArgumentException(
						"'" + LogText.of(text) + "' is no scope: write 'instance' or 'store'."));
		}

	}

}
