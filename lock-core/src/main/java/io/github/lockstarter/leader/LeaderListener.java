package io.github.lockstarter.leader;

/**
 * Receives the events of a role: this instance becomes its leader, or is no longer the
 * leader. Called on a thread of the role, one event at a time.
 */
@FunctionalInterface
public interface LeaderListener {

	/**
	 * Receive an event. May block, which delays the next event of the role and the
	 * release of the leadership, but not {@link LeaderRole#isLeader()}. An exception is
	 * logged and changes nothing. Don't wait here for the end of a
	 * {@link LeaderRole#yield()} or of a stop: they wait for this method to return.
	 * @param event the event
	 */
	void onLeaderEvent(LeaderEvent event);

}
