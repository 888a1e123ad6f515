package io.github.lockstarter.store.memory;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.record.Acquisition;
import io.github.lockstarter.store.record.LockRecordState;
import io.github.lockstarter.store.record.Message;
import io.github.lockstarter.store.record.Moment;
import io.github.lockstarter.store.record.Reply;
import io.github.lockstarter.store.record.Way;

/**
 * The records of locks on a server whose clock and connections are somebody else's. Not
 * thread-safe.
 */
public final class MemoryServer {

	private final Map<String, LockRecordState> records = new TreeMap<>();

	private final String id;

	private final LongSupplier micros;

	private final Predicate<String> listening;

	private final Messenger messenger;

	/**
	 * Create a server without records.
	 * @param id the server's id
	 * @param micros its clock, in microseconds since the epoch
	 * @param listening tells of an instance whether it can be told anything
	 * @param messenger tells instances, later
	 */
	public MemoryServer(String id, LongSupplier micros, Predicate<String> listening, Messenger messenger) {
		this.id = id;
		this.micros = micros;
		this.listening = listening;
		this.messenger = messenger;
	}

	public StoreAnswer acquire(String instance, AcquireRequest request, Hearing how) {
		Acquisition who = new Acquisition(instance, request.sequence());
		return ask(request.key(), (record, now) -> record.acquire(who, request, way(how), now));
	}

	private static Way way(Hearing how) {
		return Way.valueOf(how.name());
	}

	public StoreAnswer renew(String instance, String key, long sequence, Duration lease) {
		return ask(key, (record, now) -> record.renew(new Acquisition(instance, sequence), lease, now));
	}

	public StoreAnswer release(String instance, String key, long sequence, int passes, Duration keepFor,
			boolean withoutMark) {
		return ask(key, (record, now) -> record.release(new Acquisition(instance, sequence), passes, keepFor, now,
				withoutMark));
	}

	public Requeued requeue(String instance, long finished, int passes, AcquireRequest next, Hearing how,
			boolean withoutMark) {
		Acquisition who = new Acquisition(instance, finished);
		return ask(next.key(), (record, now) -> record.requeue(who, passes, next, way(how), now, withoutMark));
	}

	public boolean forceRelease(String key, LockRecord.Hold hold) {
		return ask(key, (record, now) -> record.forceRelease(hold, now));
	}

	public LockRecord inspect(String key) {
		LockRecordState record = this.records.get(key);
		return (record != null) ? record.inspect(now()) : LockRecord.free(0);
	}

	/** Whether there is anything on record of a lock, be it held or free. */
	public boolean knows(String key) {
		LockRecordState record = this.records.get(key);
		return record != null && !record.isForgotten(now());
	}

	/** The locks that there are records of, in the order of their keys. */
	public List<String> keys() {
		Iterator<LockRecordState> each = this.records.values().iterator();
		while (each.hasNext()) {
			if (each.next().isForgotten(now())) {
				each.remove();
			}
		}
		return List.copyOf(this.records.keySet());
	}

	private <T> T ask(String key, BiFunction<LockRecordState, Moment, Reply<T>> question) {
		Reply<T> reply = question.apply(this.records.getOrDefault(key, LockRecordState.empty(key)), now());
		this.records.put(key, reply.record());
		for (Message message : reply.messages()) {
			if (message instanceof Message.Granted granted) {
				this.messenger.granted(granted.instance(), granted.grant());
			}
			else if (message instanceof Message.Revoked revoked) {
				this.messenger.revoked(revoked.instance(), revoked.key(), revoked.holder().sequence());
			}
		}
		return reply.answer();
	}

	private Moment now() {
		return new Moment(this.micros.getAsLong(), this.id, this.listening);
	}

	/**
	 * How a waiter learns of its grant.
	 */
	public enum Hearing {

		TOLD, DEAF

	}

	/**
	 * Takes messages to instances.
	 */
	public interface Messenger {

		void granted(String instance, GrantNotification grant);

		void revoked(String instance, String key, long sequence);

	}

}
