/**
 * Auto-configuration of the store in a database.
 */
@NullMarked
package io.github.lockstarter.jdbc.autoconfigure;

import org.jspecify.annotations.NullMarked;
