/**
 * The lock, whatever its store. The idea in a sentence: a call puts itself into the queue
 * of its lock, the oldest one holds the lock, and each that leaves wakes the next; the
 * code is long because the queue is in two places, and because messages, clocks and
 * threads fail.
 *
 * <h2>Four floors</h2> Each knows only those below it.
 * <table>
 * <caption>Packages</caption>
 * <tr>
 * <td>{@code core}</td>
 * <td>client, handles, and calls: what the application has in hand</td>
 * </tr>
 * <tr>
 * <td>{@code core.queue}</td>
 * <td>the queue for each lock inside this JVM, and its dialog with the store</td>
 * </tr>
 * <tr>
 * <td>{@code core.hold}</td>
 * <td>what this JVM holds: JVM leases and holds, renewal, loss, release, events</td>
 * </tr>
 * <tr>
 * <td>{@code core.platform}</td>
 * <td>clocks, timers, threads and chance, so that all of it also runs in simulated
 * time</td>
 * </tr>
 * </table>
 *
 * <h2>The way of a call</h2> {@code DefaultLockSpec} → {@code LockEngine} →
 * {@code BlockingAcquisition} or {@code AsyncAcquisition}, which differ in how they wait
 * → {@code Acquisition}, which takes the keys in their order → {@code QueueWait}, or
 * {@code PollingWait} with a back-off, for each key, and {@code BatchedWaits} for those
 * that are asked for together → {@code LockQueues} → the {@code LockQueue} of the key,
 * where one thread at a time decides and the call is a {@code Waiter} →
 * {@code StoreDialog}, which decides what to ask → {@code StoreRequests} →
 * {@code LockSession}. {@code OrderedBatch} tells the queues what becomes of keys that
 * were asked for together. Re-entry ends at {@code Acquisition}; whether a lock that this
 * JVM has in hand passes on is decided by {@code HandOver}. How the lock is taken stands
 * in a {@code LockPlan}, which is made once for all calls that give the same options.
 *
 * <h2>The way of a grant</h2> The store's answer, or a grant that it pushes, comes to
 * {@code StoreDialog}. The acquisition becomes a {@code JvmLease}, with a {@code Hold}
 * for the waiter at the head; {@code LeaseRenewals} watch over the JVM lease, and the
 * waiter goes on. A lock that is shared has several JVM leases in this JVM, and a JVM
 * lease of {@code Readers} has several holds. The caller's thread makes a
 * {@code DefaultLockHandle} of the hold. When the last handle of a hold is closed,
 * {@code DefaultHoldLifecycle.left} leads to the queue, which offers the JVM lease to the
 * next waiter and wakes its thread, passes it to a waiter that needs no waking, or to a
 * caller that comes first, or gives it back to the store.
 *
 * <h2>States</h2>
 * <table>
 * <caption>Where the states are</caption>
 * <tr>
 * <td>{@code ClientLifecycle}</td>
 * <td>open, draining, drained or closed: which calls the client still serves</td>
 * </tr>
 * <tr>
 * <td>{@code AcquisitionPhase}</td>
 * <td>idle, asking, asking behind, subscribing, queued, pausing: an acquisition before
 * its grant, each with a deadline</td>
 * </tr>
 * <tr>
 * <td>{@code JvmLease.State}</td>
 * <td>who holds it, until when, and whether the store has confirmed it (unclaimed,
 * claiming, done, failed); over for good once it is over</td>
 * </tr>
 * <tr>
 * <td>{@code Hold.State}</td>
 * <td>held, lost or closed: one holder's part of a JVM lease</td>
 * </tr>
 * <tr>
 * <td>{@code PendingAcquisition.Hearing}</td>
 * <td>expected, not yet, never: how an acquisition before its grant hears of it</td>
 * </tr>
 * <tr>
 * <td>{@code WaitLimits.Kind}</td>
 * <td>try, wait, endless wait, attempt: how long a caller waits; fixed from its
 * beginning</td>
 * </tr>
 * <tr>
 * <td>{@code LockState}</td>
 * <td>held, uncertain, lost, released: the state as its holder sees it</td>
 * </tr>
 * <tr>
 * <td>{@code AcquisitionState}</td>
 * <td>what the store says of an acquisition</td>
 * </tr>
 * </table>
 *
 * <h2>Threads</h2> A call runs on the caller's thread until it waits. Answers and pushes
 * come on the store's threads, and whatever has a deadline is done by the one thread
 * {@code lock-timer} of that store: the queues, claims, renewals, repeated releases,
 * time-outs of asynchronous calls, reports; only the wait of a blocking call ends on its
 * own thread. Each of these threads carries out the effects of what it decided: it sends
 * requests and wakes waiters, and never blocks. Code of the application runs on the
 * threads of {@code CallbackExecutors}: {@code lock-callback} (losses),
 * {@code lock-event} (other events) and {@code lock-completion} (stages of asynchronous
 * calls); but for the instrumentation, which is called at once. Whatever such code throws
 * is contained where it is called. What is to be logged is logged on the thread
 * {@code lock-log}.
 *
 * <h2>Locks</h2>
 * <table>
 * <caption>Locks, from the outside in</caption>
 * <tr>
 * <td>{@code DefaultLockClient}</td>
 * <td>which {@code Engines} it has, one for each store. Held while they are closed, which
 * waits for the steps of their shutdown: only {@code start}, {@code stop} and
 * {@code close} take it</td>
 * </tr>
 * <tr>
 * <td>the mutex of {@code LockQueue}</td>
 * <td>one queue: its waiters, its dialog and its JVM leases. Under it is only decided;
 * nothing is sent, told or logged before it is free</td>
 * </tr>
 * <tr>
 * <td>the monitor of {@code HoldCounts}</td>
 * <td>entries with their owners, and the state of one hold</td>
 * </tr>
 * <tr>
 * <td>{@code JvmLease}</td>
 * <td>no lock: one immutable value, swapped atomically, beside flags of which no decision
 * depends on two. {@code AcquisitionPhase} is such a value, too, for reading it without
 * the mutex</td>
 * </tr>
 * <tr>
 * <td>{@code HoldLease}, {@code CoalescingTimer}, {@code LossCallbacks}, {@code Holds},
 * {@code DefaultLockHandle}</td>
 * <td>their own fields; nothing is called under them but the timer</td>
 * </tr>
 * <tr>
 * <td>the monitor of {@code RenewalPlan}</td>
 * <td>when the plan is looked at next, and the slot where it is for that</td>
 * </tr>
 * <tr>
 * <td>{@code HoldTimes}</td>
 * <td>the last hold times of one name; a newly chosen lease is logged under it</td>
 * </tr>
 * <tr>
 * <td>{@code BodyInterrupt.Count}</td>
 * <td>which bodies of one thread were interrupted; under it that thread is interrupted,
 * and nothing else is called</td>
 * </tr>
 * </table>
 * None of them is taken while another one further in is held.
 *
 * <h2>Collections</h2> What has to be found again is in concurrent maps and sets, which
 * need no lock. Each entry ends at a known moment, so that none stays, but for what
 * belongs to the code of an application: the {@code HoldTimes} of each name that asks for
 * adaptive leases, the {@code LockPlans} of up to a thousand names, and the
 * {@code CallSites} of up to a thousand calls.
 * <table>
 * <caption>Who remembers what, and for how long</caption>
 * <tr>
 * <td>{@code LockQueues}</td>
 * <td>a {@code LockQueue} for each key, while anybody waits for it or holds it</td>
 * </tr>
 * <tr>
 * <td>{@code LockPlans}</td>
 * <td>the first plan of each name, for up to a thousand names</td>
 * </tr>
 * <tr>
 * <td>{@code Holds}</td>
 * <td>the holds of this client, each until the store has heard of its end, or until it is
 * lost or left to its lease; and which thread may enter which lock again, while it holds
 * it</td>
 * </tr>
 * <tr>
 * <td>{@code LeaseRenewals}</td>
 * <td>a {@code RenewalPlan} for each JVM lease, until that is over, kept in
 * {@code RenewalPlans} by the time of its next look. What a plan says is volatile, as the
 * timer reads it, and the timer, answers and {@code extend} write it; when in doubt, the
 * lease is renewed once more</td>
 * </tr>
 * <tr>
 * <td>{@code DeferredClaims}</td>
 * <td>the pushed grants that have yet to be claimed, for two milliseconds</td>
 * </tr>
 * <tr>
 * <td>{@code ReleaseRetries}</td>
 * <td>the releases that wait to be repeated, to name them at the end of the client; one
 * that is sent is known to its answer only. Each until it is answered or the store must
 * have ended it by itself</td>
 * </tr>
 * </table>
 *
 * <h2>When a step fails</h2> A step that throws, for want of stack or memory too, is done
 * again on the timer's thread ({@code LockQueue.carryOut}). So that an overflow tears no
 * mutex and no queue of the JDK, the stack is probed first ({@code StackProbe}): a call
 * that finds too little of it throws before it has changed anything, and a hold is left
 * on the timer's thread instead ({@code DefaultHoldLifecycle.left}). What gets lost even
 * so is found when a deadline ends: a request that nobody sent, when that of its state
 * does; a hold whose end nobody passed on, when its renewal is due; a waiter that never
 * left, when its own wait is over.
 */
@NullMarked
package io.github.lockstarter.core;

import org.jspecify.annotations.NullMarked;
