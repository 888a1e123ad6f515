/**
 * The store inside one JVM, for development and tests. It excludes no other JVM.
 */
@NullMarked
package io.github.lockstarter.store.memory;

import org.jspecify.annotations.NullMarked;
