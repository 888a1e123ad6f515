/**
 * What there is to know of a Redis Cluster. Whoever doubts where a slot is tells
 * {@code Topology}, which asks the nodes that answer ({@code TopologyInquiry}) and
 * believes the newest {@code ClusterView}. {@code NodeConnections} are the connections to
 * single nodes, which are replaced if they are lost or silent, and {@code NodeAttempts}
 * limit how long opening one may take. When no connection leads to the Cluster any more,
 * {@code ClusterDiscovery} looks for it at every address that is known.
 *
 * <p>
 * Internal to the store on Redis: nobody else knows this package.
 */
@NullMarked
package io.github.lockstarter.store.redis.cluster;

import org.jspecify.annotations.NullMarked;
