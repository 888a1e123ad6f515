/**
 * Locks that this JVM holds: JVM leases, which are acquisitions granted by the store, and
 * holds, which are those of one thread or handle each; their leases, renewal and loss.
 */
@NullMarked
package io.github.lockstarter.core.hold;

import org.jspecify.annotations.NullMarked;
