package io.github.lockstarter.leader;

/**
 * This instance is no longer the leader of a role. Unless the leadership was lost, no
 * other instance becomes the leader before all listeners have returned.
 *
 * @param role the role
 * @param fencingToken the token of the leadership that ended
 * @param reason the reason why it ended
 */
public record LeadershipRevokedEvent(String role, long fencingToken, Reason reason) implements LeaderEvent {

	/**
	 * The reason why a leadership ended.
	 */
	public enum Reason {

		/**
		 * The lock of the role was lost: another instance may be the leader already.
		 */
		LOST,

		/**
		 * This instance has {@linkplain LeaderRole#yield() yielded}.
		 */
		YIELDED,

		/**
		 * This instance has left the election, since it is shut down.
		 */
		STOPPED

	}

}
