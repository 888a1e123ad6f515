/**
 * Locks under Spring Boot Actuator: an endpoint and a health indicator.
 */
@NullMarked
package io.github.lockstarter.actuate;

import org.jspecify.annotations.NullMarked;
