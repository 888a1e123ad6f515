/**
 * Locks for the tests of applications: clients that need no store, and a record of all
 * acquisitions. Needs no test framework; assertions and Spring's test support are in
 * packages of their own.
 */
@NullMarked
package io.github.lockstarter.test;

import org.jspecify.annotations.NullMarked;
