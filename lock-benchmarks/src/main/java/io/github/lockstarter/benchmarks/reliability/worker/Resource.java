package io.github.lockstarter.benchmarks.reliability.worker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongSupplier;

/**
 * Resource under the locks, in a file that all workers map: for each lock a plain
 * register, where a lock has to exclude, and a fenced one, which refuses a token that is
 * smaller than the largest it has seen. Both begin with 0.
 */
public final class Resource {

	private static final VarHandle NUMBERS = MethodHandles.byteBufferViewVarHandle(long[].class,
			ByteOrder.nativeOrder());

	private static final int SIZE = 64;

	private static final int PLAIN = 0;

	private static final int FENCED = 8;

	private static final int TOKEN = 16;

	/** Behind the registers of all locks. */
	private static final int TO_STAY = Assignment.KEYS * SIZE;

	private static final int STAYS = TO_STAY + 8;

	private final FileChannel channel;

	private final ByteBuffer memory;

	private Resource(FileChannel channel, ByteBuffer memory) {
		this.channel = channel;
		this.memory = memory;
	}

	/**
	 * Map it.
	 * @param file the file, which is made if it does not exist
	 * @return the resource
	 */
	public static Resource map(Path file) {
		try {
			FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
					StandardOpenOption.WRITE);
			return new Resource(channel, channel.map(FileChannel.MapMode.READ_WRITE, 0, TO_STAY + SIZE));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	long readPlain(int key) {
		return get(key * SIZE + PLAIN);
	}

	void writePlain(int key, long value) {
		set(key * SIZE + PLAIN, value);
	}

	/** The value, or -1 if the token is refused. */
	long readFenced(int key, long token) {
		return alone(() -> admits(key, token) ? get(key * SIZE + FENCED) : -1);
	}

	/** The value that was written, or 0 if the token is refused. */
	long writeFenced(int key, long token, long value) {
		return alone(() -> {
			if (!admits(key, token)) {
				return 0;
			}
			set(key * SIZE + FENCED, value);
			return value;
		});
	}

	private boolean admits(int key, long token) {
		if (token < get(key * SIZE + TOKEN)) {
			return false;
		}
		set(key * SIZE + TOKEN, token);
		return true;
	}

	/** The system gives the lock of a file back when its process dies. */
	private synchronized long alone(LongSupplier action) {
		try (FileLock lock = this.channel.lock()) {
			return action.getAsLong();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Let the next holder of the first lock keep it.
	 * @param worker the worker that it has to be of; -1 lets it go
	 */
	public void keepHolding(int worker) {
		set(TO_STAY, worker + 1L);
	}

	boolean isToStay(int worker) {
		return get(TO_STAY) == worker + 1L;
	}

	void stays() {
		set(STAYS, 1);
	}

	/**
	 * Whether such a holder keeps it now.
	 * @return whether one does
	 */
	public boolean isKept() {
		return get(STAYS) != 0;
	}

	private long get(int index) {
		return (long) NUMBERS.getOpaque(this.memory, index);
	}

	private void set(int index, long value) {
		NUMBERS.setOpaque(this.memory, index, value);
	}

}
