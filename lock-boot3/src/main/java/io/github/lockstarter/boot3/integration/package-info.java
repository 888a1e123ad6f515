/**
 * A registry of locks for Spring Integration 6.
 */
@NullMarked
package io.github.lockstarter.boot3.integration;

import org.jspecify.annotations.NullMarked;
