/**
 * Locks that this JVM holds: JVM leases, which are acquisitions granted by the store, and
 * holds, which are those of one thread or handle each; their leases, renewal and loss.
 * {@code JvmLease} goes from hold to hold, {@code LeaseRenewals} renew it, by a
 * {@code RenewalPlan} each, {@code ReleaseRetries} give it back, and {@code Holds} knows
 * who holds what.
 */
@NullMarked
package io.github.lockstarter.core.hold;

import org.jspecify.annotations.NullMarked;
