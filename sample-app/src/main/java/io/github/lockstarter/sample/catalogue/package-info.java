/**
 * A cached catalogue that many ask for and one rebuilds.
 */
@NullMarked
package io.github.lockstarter.sample.catalogue;

import org.jspecify.annotations.NullMarked;
