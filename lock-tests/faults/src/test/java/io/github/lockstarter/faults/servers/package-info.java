/**
 * Servers of Redis for child JVMs: one alone, or several that fail over, and how it comes
 * to that.
 */
@NullMarked
package io.github.lockstarter.faults.servers;

import org.jspecify.annotations.NullMarked;
