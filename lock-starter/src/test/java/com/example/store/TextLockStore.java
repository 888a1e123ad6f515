package com.example.store;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;

import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.store.record.LockRecordState;
import io.github.lockstarter.store.record.Message;
import io.github.lockstarter.store.record.Moment;
import io.github.lockstarter.store.record.Reply;

/**
 * An example of a store over anything that keeps texts by keys and can replace one by
 * another if nobody else has done so meanwhile: here a map.
 */
public final class TextLockStore implements LockStore {

	private final ConcurrentMap<String, String> texts = new ConcurrentHashMap<>();

	private final Map<String, GrantListener> listeners = new ConcurrentHashMap<>();

	private final InstantSource clock;

	/**
	 * Create an empty store.
	 */
	public TextLockStore() {
		this(InstantSource.system());
	}

	/**
	 * Create an empty store with a clock of its own.
	 */
	TextLockStore(InstantSource clock) {
		this.clock = clock;
	}

	@Override
	public Set<StoreFeature> lacks() {
		return EnumSet.of(StoreFeature.VOTES);
	}

	@Override
	public LockSession open(String instance, GrantListener listener) {
		this.listeners.put(instance, listener);
		return new TextLockSession(this, instance);
	}

	void close(String instance) {
		this.listeners.remove(instance);
	}

	/** Ask the record of a lock, as often as it takes. */
	<T> T ask(String key, BiFunction<LockRecordState, Moment, Reply<T>> question) {
		while (true) {
			String before = this.texts.get(key);
			Moment now = new Moment(micros(), "map", this.listeners::containsKey);
			Reply<T> reply = question
				.apply((before != null) ? LockRecordState.read(before, 0) : LockRecordState.empty(key), now);
			if (replace(key, before, reply.record().isForgotten(now) ? null : reply.record().text(0))) {
				reply.messages().forEach(this::tell);
				return reply.answer();
			}
		}
	}

	private long micros() {
		return ChronoUnit.MICROS.between(Instant.EPOCH, this.clock.instant());
	}

	private boolean replace(String key, String before, String after) {
		if (before == null) {
			return after == null || this.texts.putIfAbsent(key, after) == null;
		}
		return (after == null) ? this.texts.remove(key, before) : this.texts.replace(key, before, after);
	}

	private void tell(Message message) {
		GrantListener listener = this.listeners.get(message.instance());
		if (listener != null) {
			message.tell(listener);
		}
	}

}
