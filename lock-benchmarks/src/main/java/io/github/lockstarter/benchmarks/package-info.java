/**
 * What is measured: the contenders' common interface, and who they are.
 */
@NullMarked
package io.github.lockstarter.benchmarks;

import org.jspecify.annotations.NullMarked;
