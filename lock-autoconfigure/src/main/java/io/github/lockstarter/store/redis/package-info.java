/**
 * The store on Redis, over Lettuce.
 *
 * <p>
 * A session turns each operation into a script ({@code RedisLockSession},
 * {@code ScriptCalls}, {@code ScriptBatch}). It has two connections of its own, one for
 * commands and one for grants ({@code Connections}, {@code GrantConnections}), and one
 * daemon thread for all its looks and limits ({@code SessionTimer}).
 *
 * <p>
 * Where replicas have to acknowledge leases, each is renewed on a third connection and
 * waited for there ({@code ReplicaAcknowledgements}, {@code ServerAcknowledgements}).
 *
 * <p>
 * What is wrong with a connection is noticed in several ways, and each ends in a new one:
 * an attempt to connect that takes too long ({@code ConnectionAttempts},
 * {@code NodeAttempts}), commands that are not answered ({@code InFlightCommands},
 * {@code SilenceDetector}), a primary that has become a replica ({@code Connections}), a
 * subscription that is not acknowledged or not known to the server
 * ({@code GrantChannels}), and a grant that did not arrive ({@code ChannelDoubts}).
 *
 * <p>
 * In a Cluster, whoever doubts where a slot is asks the nodes that answer
 * ({@code Topology}, {@code TopologyInquiry}, {@code ClusterView}), and the connection to
 * a single node is replaced if that is silent ({@code NodeConnections}). When no
 * connection leads to the Cluster any more, it is looked for at every address that is
 * known ({@code ClusterDiscovery}).
 *
 * <p>
 * Where sentinels watch the primary, each attempt to connect asks all of them where it is
 * ({@code PrimaryFollower}, {@code PrimaryLookup}), and they are listened to, so that a
 * failover is followed at once ({@code SentinelWatch}). Then the locks that are held are
 * looked up on the new primary, and holders that it does not know are told
 * ({@code HeldLocks}).
 */
@NullMarked
package io.github.lockstarter.store.redis;

import org.jspecify.annotations.NullMarked;
