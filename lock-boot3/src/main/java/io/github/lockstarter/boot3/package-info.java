/**
 * Auto-configuration of what Spring Boot 3 and Spring Integration 6 know by other classes
 * than later lines. Inert where those are absent.
 */
@NullMarked
package io.github.lockstarter.boot3;

import org.jspecify.annotations.NullMarked;
