/**
 * What child JVMs do under locks, with this project's lock or with a broken one.
 */
@NullMarked
package io.github.lockstarter.faults.workload;

import org.jspecify.annotations.NullMarked;
