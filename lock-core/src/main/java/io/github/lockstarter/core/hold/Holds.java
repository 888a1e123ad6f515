package io.github.lockstarter.core.hold;

import java.lang.ref.ReferenceQueue;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.core.platform.CoalescingTimer;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Who holds what in one store. A hold is open until the store has heard of its end, or
 * until it is lost or left to its lease; a thread may enter it again as long as it is
 * attached to the thread, lost or not. Kept beside the threads and not in them, so that a
 * handle can be closed from any thread and nothing stays behind. Looks for handles that
 * were dropped without being closed. Thread-safe.
 */
public final class Holds {

	private static final long OPENED = 1L << 32;

	private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final Platform platform;

	private final Set<Hold> open = ConcurrentHashMap.newKeySet();

	/** How many were opened, in the upper half, and how many are open, in the lower. */
	private final AtomicLong count = new AtomicLong();

	/** Made when somebody asks for it, which nobody does before the client is stopped. */
	private volatile @Nullable CompletableFuture<Void> none;

	private final Map<Attachment, Hold> attached = new ConcurrentHashMap<>();

	/** Number of holds of each thread: never fewer, and for a moment perhaps more. */
	private final Map<Thread, Integer> threads = new ConcurrentHashMap<>();

	/** Entries of handles that nobody can reach any more. */
	private final ReferenceQueue<Object> dropped = new ReferenceQueue<>();

	private final CoalescingTimer timer;

	/**
	 * Begin without holds.
	 * @param timer looks for handles that were dropped
	 */
	public Holds(Platform platform, Timer timer) {
		this.platform = platform;
		this.timer = new CoalescingTimer(platform, timer, this::look);
	}

	/** A hold opens. Counted first, since it may be closed as soon as it is seen. */
	public void open(Hold hold) {
		this.count.addAndGet(OPENED + 1);
		if (!this.open.add(hold)) {
			countDown();
		}
	}

	/** A hold closes, unless that has come about. */
	public void close(Hold hold) {
		if (this.open.remove(hold)) {
			countDown();
		}
	}

	private void countDown() {
		if ((int) this.count.decrementAndGet() == 0 && this.none != null) {
			none();
		}
	}

	/**
	 * Stage that completes when none is open, at some moment from now on. Whoever wants
	 * to know of holds that were opened after that has to ask again.
	 */
	public synchronized CompletableFuture<Void> none() {
		CompletableFuture<Void> known = this.none;
		CompletableFuture<Void> awaited = (known == null || known.isDone()) ? new CompletableFuture<>() : known;
		this.none = awaited;
		if (areNone()) {
			awaited.complete(null);
		}
		return awaited;
	}

	/** Whether none is open at this moment. */
	public boolean areNone() {
		return (int) this.count.get() == 0;
	}

	/** Number that tells whether any was opened meanwhile. */
	public long opened() {
		return this.count.get() / OPENED;
	}

	/** Do something with each that is open. */
	public void forEach(Consumer<Hold> action) {
		this.open.forEach(action);
	}

	/** Let the calling thread enter a hold again. */
	public void attach(Hold hold) {
		Thread thread = this.platform.currentThread();
		hold.setThread(thread);
		this.threads.merge(thread, 1, Integer::sum);
		if (this.attached.put(new Attachment(thread, hold.key()), hold) != null) {
			countDown(thread);
		}
	}

	private void countDown(Thread thread) {
		this.threads.computeIfPresent(thread, (known, count) -> (count > 1) ? count - 1 : null);
	}

	/**
	 * Find what the calling thread may enter again.
	 * @param key the lock
	 * @return its hold, lost or not; {@code null} if there is none
	 */
	public @Nullable Hold find(String key) {
		return this.attached.get(new Attachment(this.platform.currentThread(), key));
	}

	/** Whether the calling thread may enter what is held. */
	public boolean isAttached(Hold held) {
		return held.thread() == this.platform.currentThread();
	}

	/** Whether a thread may enter any hold again, lost or not. */
	public boolean hasAny(Thread thread) {
		return this.threads.containsKey(thread);
	}

	/** Let no thread enter a hold again, which remembers whose it was. */
	public void left(Hold hold) {
		Thread thread = hold.thread();
		if (thread != null && this.attached.remove(new Attachment(thread, hold.key()), hold)) {
			countDown(thread);
		}
	}

	/** Take a hold off its thread. */
	public void detach(Hold hold) {
		left(hold);
		hold.setThread(null);
	}

	/** Is to be told of handles that nobody can reach any more. */
	public ReferenceQueue<Object> dropped() {
		return this.dropped;
	}

	/** Look for handles that are dropped from now on. */
	public void watch() {
		if (!this.timer.isSet()) {
			this.timer.wake(this.platform.nanoTime() + PAUSE_NANOS);
		}
	}

	private long look() {
		while (this.dropped.poll() instanceof HoldCounts.Entry entry) {
			FailureIsolation.run("Leaving a lock whose handle was dropped", entry::drop);
		}
		return isIdle() ? Long.MAX_VALUE : PAUSE_NANOS;
	}

	/** Its timer. */
	public CoalescingTimer timer() {
		return this.timer;
	}

	/** Whether none is open or attached. */
	public boolean isIdle() {
		return this.open.isEmpty() && this.attached.isEmpty() && this.threads.isEmpty();
	}

	private record Attachment(Thread thread, String key) {
	}

}
