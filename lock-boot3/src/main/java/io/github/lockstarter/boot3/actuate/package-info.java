/**
 * Health of the locks under the Actuator of Spring Boot 3.
 */
@NullMarked
package io.github.lockstarter.boot3.actuate;

import org.jspecify.annotations.NullMarked;
