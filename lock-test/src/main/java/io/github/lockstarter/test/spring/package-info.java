/**
 * Locks for tests with an application context, for Spring Boot's test support.
 */
@NullMarked
package io.github.lockstarter.test.spring;

import org.jspecify.annotations.NullMarked;
