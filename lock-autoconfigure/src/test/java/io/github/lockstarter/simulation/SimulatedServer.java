package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.memory.MemoryServer;

/**
 * The server that all clients share: records, a clock, and the connections that are
 * subscribed.
 */
final class SimulatedServer {

	/** 2026-01-01. */
	private static final long EPOCH_MICROS = 1_767_225_600_000_000L;

	/** So long after its clock was set, all clients have asked it for the time. */
	private static final long SETTLED_NANOS = 8 * SimulatedTime.SECOND;

	private final SimulatedTime time;

	private final Journal journal;

	private final List<SimulatedConnection> subscribers = new ArrayList<>();

	private MemoryServer records;

	private long stepMicros;

	private final Eras eras = new Eras();

	private int restarts;

	private boolean full;

	SimulatedServer(SimulatedTime time, Journal journal) {
		this.time = time;
		this.journal = journal;
		this.records = emptyRecords();
	}

	private MemoryServer emptyRecords() {
		return new MemoryServer("server-" + this.restarts, this::micros, this::isListening, new Pushes());
	}

	MemoryServer records() {
		return this.records;
	}

	long micros() {
		return EPOCH_MICROS + this.stepMicros + this.time.now() / SimulatedTime.MICROSECOND;
	}

	/** Whether the holders of two tokens must not hold the lock at the same time. */
	boolean isExclusive(String key, long token, long otherToken) {
		return this.eras.areExclusive(key, token, otherToken);
	}

	/** Whether the larger one of two tokens has to be that of the later holder. */
	boolean isOrdered(String key, long token, long otherToken) {
		return this.eras.areOrdered(key, token, otherToken);
	}

	/** A lock was granted. */
	void granted(String key, long token) {
		this.eras.granted(key, token);
	}

	int restarts() {
		return this.restarts;
	}

	/**
	 * Forget everything and lose all connections.
	 */
	void restart() {
		this.journal.step("server", "restarts empty");
		this.restarts++;
		this.eras.forgotten();
		this.records = emptyRecords();
		this.subscribers.clear();
	}

	/**
	 * Set the clock. Forward, leases end before those know who hold them.
	 */
	void stepClock(long micros) {
		this.journal.step("server", "steps its clock", "", micros);
		this.stepMicros += micros;
		if (micros > 0) {
			unsettle();
		}
	}

	/**
	 * End a hold by force. Its holder counts on it until it is told.
	 */
	void forceRelease(String key, LockRecord.Hold hold) {
		this.journal.step("server", "releases by force", key, hold.sequence());
		unsettle();
		this.records.forceRelease(key, hold);
	}

	private void unsettle() {
		this.eras.unsettled();
		this.time.after(SETTLED_NANOS, this.eras::settled);
	}

	/** From now on there is no memory for new records, or there is again. */
	void setFull(boolean full) {
		this.full = full;
	}

	/**
	 * Refuse a new record for want of memory.
	 */
	void checkMemory(String key) {
		if (this.full && !this.records.knows(key)) {
			throw new StoreException("the memory of the store is full", true, StoreException.Kind.MEMORY, null);
		}
	}

	void subscribe(SimulatedConnection connection) {
		this.subscribers.remove(connection);
		this.subscribers.add(connection);
	}

	void unsubscribe(SimulatedConnection connection) {
		this.subscribers.remove(connection);
	}

	boolean isListening(String instance) {
		for (SimulatedConnection subscriber : this.subscribers) {
			if (subscriber.instance().equals(instance)) {
				return true;
			}
		}
		return false;
	}

	/** Tell an instance nothing, to let it know whether it hears. */
	boolean probe(String instance) {
		for (SimulatedConnection subscriber : List.copyOf(this.subscribers)) {
			if (subscriber.instance().equals(instance)) {
				subscriber.push((listener) -> {
				});
			}
		}
		return isListening(instance);
	}

	private final class Pushes implements MemoryServer.Messenger {

		@Override
		public void granted(String instance, Grant grant) {
			SimulatedServer.this.journal.step("server", "pushes a grant", grant.key(), grant.sequence());
			SimulatedServer.this.granted(grant.key(), grant.token());
			for (SimulatedConnection subscriber : List.copyOf(SimulatedServer.this.subscribers)) {
				if (subscriber.instance().equals(instance)) {
					subscriber.push((listener) -> listener.granted(grant));
				}
			}
		}

		@Override
		public void revoked(String instance, String key, long sequence) {
			SimulatedServer.this.journal.step("server", "pushes a revocation", key, sequence);
			for (SimulatedConnection subscriber : List.copyOf(SimulatedServer.this.subscribers)) {
				if (subscriber.instance().equals(instance)) {
					subscriber.push((listener) -> listener.revoked(key, sequence));
				}
			}
		}

	}

}
