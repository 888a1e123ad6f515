/**
 * A store made of an odd number of independent stores that decide by majority. It knows
 * nothing about their kind.
 *
 * <p>
 * The algorithm is Redlock, as Salvatore Sanfilippo describes it in "Distributed Locks
 * with Redis" (redis.io, "Distributed Locks with Redis", section "The Redlock
 * Algorithm"), with the additions that Martin Kleppmann found missing ("How to do
 * distributed locking", 2016):
 * <ul>
 * <li>All nodes are asked at once, and the time to wait for each is far shorter than a
 * lease. An acquisition that a majority has granted is valid, counted from before the
 * first request was sent.
 * <li>An acquisition that no majority has granted is released on all nodes, those that
 * were silent included, and its number is never used again. A late vote is released like
 * the others.
 * <li>A fencing token is used only when a majority has answered with it. Two majorities
 * have a node in common, so the later one is larger. All nodes are asked for a number
 * that is a little ahead of the latest clock among them, which usually all of them can
 * give; if they differ, they are asked once more for the largest.
 * <li>A node that has been up for less than the longest lease gets no vote, as it may
 * have forgotten one ("delayed restart", enforced by the clients). Nor does one whose
 * server is another than before, however long that says it is up. A node that does not
 * know a hold that a majority has just renewed is asked to grant it, so that successive
 * restarts don't wear the majority out; that grant counts from the next renewal on.
 * </ul>
 *
 * <p>
 * There is no queue, since N nodes would have N orders, and there are no shares, since
 * majorities would hand out more permits than there are.
 *
 * <p>
 * {@code QuorumSession} takes the operations. A {@code Poll} asks all {@code Node}s and
 * ends as soon as a rule on its {@code Tally} decides. {@code Acquiring},
 * {@code Renewing}, {@code Releasing} and {@code Records} are these rules.
 */
@NullMarked
package io.github.lockstarter.store.quorum;

import org.jspecify.annotations.NullMarked;
