/**
 * The nodes of a Redis Cluster and their slots. Code that doubts the node of a slot
 * notifies {@code Topology}, which asks the nodes and believes the newest
 * {@code ClusterView}; while none is known, it asks at the addresses at which the Cluster
 * was configured. {@code Slots} counts slots.
 *
 * <p>
 * Internal to the store on Redis: no other package uses this one.
 */
@NullMarked
package io.github.lockstarter.store.redis.cluster;

import org.jspecify.annotations.NullMarked;
