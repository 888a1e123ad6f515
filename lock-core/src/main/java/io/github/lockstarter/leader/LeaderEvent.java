package io.github.lockstarter.leader;

/**
 * This instance became the leader of a role, or is no longer the leader. With the
 * auto-configuration it is published as an event of the application context, on a thread
 * of the role: one event at a time, and the next one only when all listeners have
 * returned. A listener should therefore not do the leader's work, but start and end it.
 * Immutable.
 */
public sealed interface LeaderEvent permits LeadershipGrantedEvent, LeadershipRevokedEvent {

	/**
	 * The role.
	 * @return its name
	 */
	String role();

	/**
	 * The fencing token of the leadership that began or ended.
	 * @return the token
	 */
	long fencingToken();

}
