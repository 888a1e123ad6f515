package io.github.lockstarter.leader;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockKeyException;
import io.github.lockstarter.LogText;

/**
 * The roles for which this instance takes part in elections. A bean of this type exists
 * where {@code distributed-lock.leader.roles} names roles. Not final, since a bean that
 * is injected lazily is wrapped by a subclass. Thread-safe.
 */
public class LeaderRoles {

	private final Map<String, LeaderElection> elections;

	/**
	 * Create the roles. This instance takes part in their elections once they are
	 * {@linkplain #start() started}.
	 * @param client takes the locks
	 * @param roles the names of the roles
	 * @param listener receives the events of all roles
	 * @throws LockKeyException if a name is too long for a key
	 */
	public LeaderRoles(LockClient client, Collection<String> roles, LeaderListener listener) {
		Map<String, LeaderElection> elections = new LinkedHashMap<>();
		roles.forEach((role) -> elections.put(role, new LeaderElection(client, role, listener)));
		this.elections = Collections.unmodifiableMap(elections);
	}

	/**
	 * Look a role up.
	 * @param name its name
	 * @return the role
	 * @throws IllegalArgumentException if this instance takes no part in its election
	 */
	public LeaderRole get(String name) {
		LeaderElection found = this.elections.get(name);
		if (found == null) {
			throw new IllegalArgumentException("There is no role '" + LogText.of(name) + "'; the roles are "
					+ this.elections.keySet() + ". Add it to 'distributed-lock.leader.roles'.");
		}
		return found;
	}

	/**
	 * All roles, in the order in which they were given.
	 * @return the roles
	 */
	public List<LeaderRole> all() {
		return new ArrayList<>(this.elections.values());
	}

	/**
	 * Take part in the elections of all roles.
	 */
	public void start() {
		this.elections.values().forEach(LeaderElection::start);
	}

	/**
	 * Leave all elections, and give up the roles that this instance leads.
	 * @return a stage that completes when all have {@linkplain LeaderElection#stop()
	 * stopped}
	 */
	public CompletionStage<Void> stop() {
		return CompletableFuture.allOf(this.elections.values()
			.stream()
			.map((election) -> election.stop().toCompletableFuture())
			.toArray(CompletableFuture<?>[]::new));
	}

}
