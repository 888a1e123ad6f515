/**
 * A proxy between a client and Redis that understands where commands and replies end.
 */
@NullMarked
package io.github.lockstarter.faults.proxy;

import org.jspecify.annotations.NullMarked;
