/**
 * The topology of a Redis Cluster. Code that doubts the node of a slot notifies
 * {@code Topology}, which asks the reachable nodes ({@code TopologyInquiry}) and believes
 * the newest {@code ClusterView}. {@code NodeConnections} are the connections to single
 * nodes, which are replaced if they are lost or silent, and {@code NodeAttempts} limit
 * how long opening one may take. When no connection leads to the Cluster any more,
 * {@code ClusterDiscovery} searches for it at all known addresses.
 *
 * <p>
 * Internal to the store on Redis: no other package uses this one.
 */
@NullMarked
package io.github.lockstarter.store.redis.cluster;

import org.jspecify.annotations.NullMarked;
