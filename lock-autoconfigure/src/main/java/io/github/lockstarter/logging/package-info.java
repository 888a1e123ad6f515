/**
 * Log entries that show the lock under which they were written, by SLF4J.
 */
@NullMarked
package io.github.lockstarter.logging;

import org.jspecify.annotations.NullMarked;
