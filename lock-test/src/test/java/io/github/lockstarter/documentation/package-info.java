/**
 * Compiles the examples of the documentation, and compares its languages.
 */
@NullMarked
package io.github.lockstarter.documentation;

import org.jspecify.annotations.NullMarked;
