/**
 * The Redis and the database that the sample brings along, and how others join them.
 */
@NullMarked
package io.github.lockstarter.sample.infrastructure;

import org.jspecify.annotations.NullMarked;
