package io.github.lockstarter.containment;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.github.lockstarter.Printable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of messages on a channel that no store of locks has sent. Whoever may send there
 * decides what they say and how many there are: so they are shortened and escaped, and
 * reported once a minute at most. Thread-safe.
 */
public final class StrangeMessages {

	private static final int MOST_SHOWN = 200;

	private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

	private final Logger logger;

	private final AtomicLong reportedAt = new AtomicLong(System.nanoTime() - PAUSE_NANOS);

	/**
	 * Create it.
	 * @param receiver the class in whose name it warns
	 */
	public StrangeMessages(Class<?> receiver) {
		this.logger = LoggerFactory.getLogger(receiver);
	}

	/**
	 * Report a message, unless another one was reported lately.
	 * @param channel where it came from
	 * @param message what it said
	 */
	public void ignored(String channel, String message) {
		long last = this.reportedAt.get();
		long now = System.nanoTime();
		if (now - last >= PAUSE_NANOS && this.reportedAt.compareAndSet(last, now)) {
			String shown = (message.length() > MOST_SHOWN) ? message.substring(0, MOST_SHOWN) + "…" : message;
			BackgroundLog.warn(this.logger,
					"Ignored a message on channel '" + Printable.of(channel) + "' that no lock store has sent: '"
							+ Printable.of(shown)
							+ "'. Only the locks' own users need the right to send there. (Logged once a minute.)");
		}
	}

}
