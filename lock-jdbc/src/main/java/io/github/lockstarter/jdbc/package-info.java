/**
 * The store in a database, over JDBC: locks share the fate of the data that they protect.
 */
@NullMarked
package io.github.lockstarter.jdbc;

import org.jspecify.annotations.NullMarked;
