package io.github.lockstarter.jdbc;

/**
 * An answer about a lock, with the row of the lock after it.
 *
 * @param <T> the type of the answer
 * @param answer the answer
 * @param row the row of the lock
 */
record Answered<T>(T answer, Row row) {
}
