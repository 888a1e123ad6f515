package io.github.lockstarter.jdbc;

/**
 * The row of a lock that has none.
 *
 * @param key the lock
 * @param text the record, written for an unknown moment
 * @param forgottenAfterMillis when the row is forgotten, from that moment on
 */
record NewRow(String key, String text, long forgottenAfterMillis) {
}
