/**
 * The lock, whatever its store: the queue inside this JVM, leases and their renewal, and
 * the handles.
 */
@NullMarked
package io.github.lockstarter.core;

import org.jspecify.annotations.NullMarked;
