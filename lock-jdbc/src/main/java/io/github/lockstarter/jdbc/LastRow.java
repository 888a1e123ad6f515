package io.github.lockstarter.jdbc;

/**
 * The row of a lock that is to be deleted.
 *
 * @param row the row as it was last seen
 * @param latestMicros the moment after which it must not be deleted
 */
record LastRow(Row row, long latestMicros) {
}
