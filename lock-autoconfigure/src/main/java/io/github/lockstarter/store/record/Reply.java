package io.github.lockstarter.store.record;

import java.util.List;

/**
 * What a record says to a request.
 *
 * @param <T> the type of the answer
 * @param record the record that replaces it
 * @param answer the answer to whoever asked
 * @param messages what others are to be told, in this order, when the record was replaced
 */
public record Reply<T>(KeptRecord record, T answer, List<Message> messages) {
}
