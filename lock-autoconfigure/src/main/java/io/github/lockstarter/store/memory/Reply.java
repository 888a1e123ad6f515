package io.github.lockstarter.store.memory;

import java.util.List;

/**
 * What a record says to a question.
 *
 * @param answer the answer to whoever asked
 * @param messages what others are to be told, in this order
 */
record Reply<T>(T answer, List<Message> messages) {
}
