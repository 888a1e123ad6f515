/**
 * The published artifacts as a program gets them that has neither Spring nor this build.
 */
@NullMarked
package io.github.lockstarter.plain;

import org.jspecify.annotations.NullMarked;
