/**
 * Auto-configuration for Spring Boot.
 */
@NullMarked
package io.github.lockstarter.autoconfigure;

import org.jspecify.annotations.NullMarked;
