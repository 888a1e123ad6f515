/**
 * The store on Redis, over Lettuce. {@code RedisLockStore} opens sessions; no other class
 * of it is used outside.
 *
 * <h2>Rooms</h2> Each knows only those below it, and {@code grant} and
 * {@code acknowledgement} do not know each other, nor do {@code cluster} and
 * {@code sentinel}.
 * <table>
 * <caption>Packages</caption>
 * <tr>
 * <td>{@code store.redis}</td>
 * <td>the store, its sessions, and their further parts: many locks by one script
 * ({@code ManyLocks}), renewals ({@code Renewals}), the list of records
 * ({@code RecordScan}), the health of the servers ({@code ServerReports}), and the locks
 * that are held, after a failover ({@code HeldLocks})</td>
 * </tr>
 * <tr>
 * <td>{@code grant}</td>
 * <td>the channels on which grants arrive</td>
 * </tr>
 * <tr>
 * <td>{@code acknowledgement}</td>
 * <td>leases that count only once replicas have them</td>
 * </tr>
 * <tr>
 * <td>{@code command}</td>
 * <td>the servers with locks, and the scripts that are sent to them</td>
 * </tr>
 * <tr>
 * <td>{@code cluster}</td>
 * <td>the nodes of a Cluster and their slots</td>
 * </tr>
 * <tr>
 * <td>{@code sentinel}</td>
 * <td>the server that is the primary, if sentinels watch it</td>
 * </tr>
 * <tr>
 * <td>{@code connection}</td>
 * <td>one connection: its opening, its end and its failures</td>
 * </tr>
 * </table>
 *
 * <h2>The way of a command</h2> {@code RedisLockSession} turns an operation into the
 * arguments of a script ({@code ScriptArguments}) → {@code ScriptExecutor}, or where
 * replicas have to acknowledge leases {@code ReplicaAcknowledgements}, with a connection
 * of its own → {@code Connections} → {@code CommandServer}, the server of the key →
 * {@code ConnectionHolder}, which opens the connection if there is none → {@code Script},
 * which is sent → {@code InFlightCommands}, until it is answered → {@code ReplyParser},
 * or {@code RedisErrors}. A node of a Cluster may answer that another has the key now.
 *
 * <h2>Scripts</h2> They are resources, in {@code META-INF/lock-starter}. {@code Script}
 * says which of these files make up which script; the head of each file says what the
 * script is given and what it returns.
 *
 * <h2>The way of a grant</h2> A waiter asks {@code GrantChannels} to listen, and its
 * command names the channel by which it expects to be notified. The server publishes the
 * grant, {@code GrantConnections} receive it, and {@code GrantChannels} notify the
 * listener.
 *
 * <h2>Threads</h2> Answers come on Lettuce's threads. {@code SessionTimer} is one daemon
 * thread for all checks and limits of a session. Steps that may block run on threads that
 * exist only while they are needed: connecting ({@code ConnectionAttempts},
 * {@code SentinelWatch}) and closing ({@code BoundedClose}).
 *
 * <h2>When a connection fails</h2> It is noticed in several ways, and each ends in a new
 * connection: an attempt to connect that takes too long ({@code ConnectionAttempts}),
 * commands that are not answered, or none of which is ({@code InFlightCommands}), a
 * primary that has become a replica ({@code CommandServer}), a failover that sentinels
 * report ({@code SentinelWatch}), a node of a Cluster that no longer serves a slot
 * ({@code Topology}), a subscription that is not acknowledged or not known to the server
 * ({@code GrantChannels}), and a grant that did not arrive ({@code SuspectChannels}).
 * After a failover, the locks that are held are looked up on the new primary, and holders
 * that it does not know are notified ({@code HeldLocks}).
 */
@NullMarked
package io.github.lockstarter.store.redis;

import org.jspecify.annotations.NullMarked;
