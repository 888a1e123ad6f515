package io.github.lockstarter.leader;

/**
 * This instance became the leader of a role, or ceased to be. With the auto-configuration
 * it is published as an event of the application context, on a thread of the role: one
 * event after the other, and the next one only when the listeners of the last one have
 * returned. So a listener should not do the leader's work, but start and end it.
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
