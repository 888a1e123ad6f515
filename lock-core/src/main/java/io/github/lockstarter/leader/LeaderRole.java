package io.github.lockstarter.leader;

import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * A role for which the instances of an application elect a leader. Thread-safe.
 */
public interface LeaderRole {

	/**
	 * The role.
	 * @return its name
	 */
	String name();

	/**
	 * Whether this instance is the leader at this moment, without a request to the store:
	 * true only while the lock of the role is certainly held, by this JVM's monotonic
	 * clock, even if the store never answers again. The leadership may end at any moment,
	 * so ask before each step, and protect with the {@link #fencingToken() fencing token}
	 * what must never be overwritten.
	 * @return whether this instance is the leader
	 */
	boolean isLeader();

	/**
	 * The fencing token of this leadership: larger than those of all earlier leaders.
	 * @return the token; empty if this instance is not the leader
	 */
	OptionalLong fencingToken();

	/**
	 * Give the leadership up, and take part in the election again behind all waiting
	 * instances. {@link #isLeader()} is false from now on; then listeners are called, and
	 * when they have returned, the next instance becomes the leader. If no other instance
	 * waits, it is this one again. Does nothing if this instance is not the leader.
	 * @return a stage that completes when the store has answered, or could not be asked,
	 * after which the leadership ends with its lease at the latest. Never fails
	 */
	@SuppressWarnings("NamedLikeContextualKeyword") // the usual word, always called on a
													// role
	CompletionStage<Void> yield();

}
