/**
 * Applications on real servers, several instances of each.
 */
@NullMarked
package io.github.lockstarter.applications;

import org.jspecify.annotations.NullMarked;
