/**
 * Auto-configuration for the parts whose classes differ between Spring Boot 3 and Spring
 * Integration 6 and their later lines. Inert without those classes.
 */
@NullMarked
package io.github.lockstarter.boot3;

import org.jspecify.annotations.NullMarked;
