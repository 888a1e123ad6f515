/**
 * Locks under Spring Boot Actuator: an endpoint, a page that shows it, and a health
 * indicator.
 */
@NullMarked
package io.github.lockstarter.actuate;

import org.jspecify.annotations.NullMarked;
