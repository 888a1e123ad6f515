package io.github.lockstarter.leader;

/**
 * This instance became the leader of a role.
 *
 * @param role the role
 * @param fencingToken the token of this leadership, larger than those of all earlier
 * leaders
 */
public record LeadershipGrantedEvent(String role, long fencingToken) implements LeaderEvent {
}
