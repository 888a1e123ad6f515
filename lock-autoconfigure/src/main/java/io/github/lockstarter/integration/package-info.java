/**
 * Locks for Spring Integration: a registry from which aggregators, leader election and
 * other components obtain them by key. Loaded only where spring-integration-core is on
 * the class path.
 */
@NullMarked
package io.github.lockstarter.integration;

import org.jspecify.annotations.NullMarked;
