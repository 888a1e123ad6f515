/**
 * Proofs that need several JVMs: child processes that lock, count, and are killed.
 */
@NullMarked
package io.github.lockstarter.jvm;

import org.jspecify.annotations.NullMarked;
