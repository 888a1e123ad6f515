/**
 * What the packaged jars need of the libraries of a line of Spring Boot.
 */
@NullMarked
package io.github.lockstarter.lines;

import org.jspecify.annotations.NullMarked;
