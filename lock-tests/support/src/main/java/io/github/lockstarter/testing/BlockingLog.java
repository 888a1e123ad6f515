package io.github.lockstarter.testing;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * A log of all that the library tells at INFO and above, which blocks each thread that
 * logs until it is told to go on, or closed.
 */
public final class BlockingLog extends UnsynchronizedAppenderBase<ILoggingEvent> implements AutoCloseable {

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.lockstarter");

	private final @Nullable Level level = this.logger.getLevel();

	private final CountDownLatch blocked = new CountDownLatch(1);

	private final CountDownLatch goOn = new CountDownLatch(1);

	private final Queue<String> logged = new ConcurrentLinkedQueue<>();

	private BlockingLog() {
	}

	/**
	 * Let the log block until this is closed.
	 */
	public static BlockingLog begin() {
		BlockingLog log = new BlockingLog();
		log.start();
		log.logger.setLevel(Level.INFO);
		log.logger.addAppender(log);
		return log;
	}

	/**
	 * Whether it has blocked a thread.
	 */
	public boolean hasBlocked() {
		return this.blocked.getCount() == 0;
	}

	/**
	 * Block nobody any more.
	 */
	public void goOn() {
		this.goOn.countDown();
	}

	/**
	 * The messages that were logged, in their order.
	 */
	public List<String> logged() {
		return List.copyOf(this.logged);
	}

	@Override
	protected void append(ILoggingEvent event) {
		this.blocked.countDown();
		try {
			this.goOn.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.logged.add(event.getFormattedMessage());
	}

	@Override
	public void close() {
		goOn();
		this.logger.detachAppender(this);
		this.logger.setLevel(this.level);
	}

}
