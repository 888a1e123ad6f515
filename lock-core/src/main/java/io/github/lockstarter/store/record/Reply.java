package io.github.lockstarter.store.record;

import java.util.List;

/**
 * The reply of a record to a request.
 *
 * @param <T> the type of the answer
 * @param record the record that replaces it
 * @param answer the answer to the request
 * @param messages the messages for others, to be sent in this order when the record was
 * replaced
 */
public record Reply<T>(LockRecordState record, T answer, List<Message> messages) {
}
