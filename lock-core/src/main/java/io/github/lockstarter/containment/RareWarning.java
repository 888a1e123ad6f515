package io.github.lockstarter.containment;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns once a minute at most of what others may cause as often as they like.
 * Thread-safe.
 */
public final class RareWarning {

	private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

	private final Logger logger;

	private final AtomicLong warnedAt = new AtomicLong(System.nanoTime() - PAUSE_NANOS);

	/**
	 * Create it.
	 * @param source the class in whose name it warns
	 */
	public RareWarning(Class<?> source) {
		this.logger = LoggerFactory.getLogger(source);
	}

	/** Warn, unless it has been done lately. */
	public void warn(Supplier<String> message) {
		long last = this.warnedAt.get();
		long now = System.nanoTime();
		if (now - last >= PAUSE_NANOS && this.warnedAt.compareAndSet(last, now)) {
			BackgroundLog.warn(this.logger, message.get() + " (Logged once a minute.)");
		}
	}

}
