package io.github.lockstarter.benchmarks.worker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Numbers in a file that all workers map: for each lock a plain counter and who is in its
 * critical section, and what a hand-over needs. Nothing of this is atomic: under a lock
 * that excludes it need not be. Only those that share a lock are counted atomically.
 */
public final class SharedMemory {

	private static final VarHandle NUMBERS = MethodHandles.byteBufferViewVarHandle(long[].class,
			ByteOrder.nativeOrder());

	private static final int LOCKS = 1024;

	private static final int COUNTER = 0;

	private static final int OCCUPANT = 8;

	private static final int WAITING = 16;

	private static final int TURN = 24;

	private static final int RELEASED_AT = 32;

	private static final int SHARERS = 40;

	private static final int SHARED = 48;

	private static final int SIZE = 64;

	private final ByteBuffer memory;

	private SharedMemory(ByteBuffer memory) {
		this.memory = memory;
	}

	/**
	 * Map it.
	 * @param file the file, which is made if it does not exist
	 * @return the memory
	 */
	public static SharedMemory map(Path file) {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
				StandardOpenOption.WRITE)) {
			return new SharedMemory(channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) LOCKS * SIZE));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Enter the critical section of a lock.
	 * @param lock the number of the lock
	 * @param who anything but zero
	 * @return whether nobody else is there
	 */
	boolean enter(int lock, long who) {
		boolean alone = get(lock, OCCUPANT) == 0 && get(lock, SHARERS) == 0;
		set(lock, OCCUPANT, who);
		set(lock, COUNTER, get(lock, COUNTER) + 1);
		return alone;
	}

	/**
	 * Leave it.
	 * @param lock the number of the lock
	 * @param who as entered
	 * @return whether nobody else came meanwhile
	 */
	boolean leave(int lock, long who) {
		boolean alone = get(lock, OCCUPANT) == who && get(lock, SHARERS) == 0;
		set(lock, OCCUPANT, 0);
		return alone;
	}

	/**
	 * Enter the critical section of a lock beside others.
	 * @param lock the number of the lock
	 * @param most how many may be there
	 * @return whether no more are there, and nobody who is to be alone
	 */
	boolean join(int lock, int most) {
		add(lock, SHARED, 1);
		return add(lock, SHARERS, 1) <= most && get(lock, OCCUPANT) == 0;
	}

	/**
	 * Leave it.
	 * @param lock the number of the lock
	 * @return whether nobody is there who is to be alone
	 */
	boolean part(int lock) {
		boolean shared = get(lock, OCCUPANT) == 0;
		add(lock, SHARERS, -1);
		return shared;
	}

	/**
	 * Number of entries into all critical sections, as far as the counters know.
	 * @return the sum of the counters
	 */
	public long entered() {
		long sum = 0;
		for (int lock = 0; lock < LOCKS; lock++) {
			sum += get(lock, COUNTER) + get(lock, SHARED);
		}
		return sum;
	}

	long waiting() {
		return get(0, WAITING);
	}

	void waiting(long worker) {
		set(0, WAITING, worker);
	}

	long turn() {
		return get(0, TURN);
	}

	void turn(long turn) {
		set(0, TURN, turn);
	}

	long releasedAt() {
		return get(0, RELEASED_AT);
	}

	void releasedAt(long moment) {
		set(0, RELEASED_AT, moment);
	}

	private long get(int lock, int field) {
		return (long) NUMBERS.getOpaque(this.memory, lock * SIZE + field);
	}

	private long add(int lock, int field, long difference) {
		return (long) NUMBERS.getAndAdd(this.memory, lock * SIZE + field, difference) + difference;
	}

	private void set(int lock, int field, long value) {
		NUMBERS.setOpaque(this.memory, lock * SIZE + field, value);
	}

}
