package io.github.lockstarter.jdbc;

/**
 * An answer about a lock, and the row that it left.
 *
 * @param <T> the type of the answer
 * @param answer the answer
 * @param row the row of the lock since then
 */
record Answered<T>(T answer, Row row) {
}
