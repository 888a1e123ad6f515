/**
 * Compiles the examples of the documentation.
 */
@NullMarked
package io.github.lockstarter.documentation;

import org.jspecify.annotations.NullMarked;
