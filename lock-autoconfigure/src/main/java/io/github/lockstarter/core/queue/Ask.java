package io.github.lockstarter.core.queue;

import java.util.function.BiConsumer;

import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.core.queue.ConversationState.Hearing;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * One request for a lock, as a gate has decided it.
 *
 * @param key the lock
 * @param sequence the acquisition
 * @param head in whose name it is
 * @param hearing how the acquisition hears of its grant
 * @param sentAt a moment before it is sent
 * @param answered is called with the answer or the failure, on any thread
 */
record Ask(String key, long sequence, Waiter head, Hearing hearing, Moment sentAt,
		BiConsumer<@Nullable StoreAnswer, @Nullable Throwable> answered) {
}
