package io.github.lockstarter.leader;

/**
 * Is told when an instance becomes the leader of a role and when it ceases to be. Called
 * on a thread of the role, one event after the other.
 */
@FunctionalInterface
public interface LeaderListener {

	/**
	 * Receive an event. May block, which delays the next event of the role and the
	 * release of the leadership, but not {@link LeaderRole#isLeader()}. An exception is
	 * logged and changes nothing. To wait here for the end of a
	 * {@link LeaderRole#yield()} or of a stop would wait for ever, since they wait for
	 * this.
	 * @param event the event
	 */
	void onLeaderEvent(LeaderEvent event);

}
