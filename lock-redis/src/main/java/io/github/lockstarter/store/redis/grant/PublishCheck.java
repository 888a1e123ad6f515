package io.github.lockstarter.store.redis.grant;

import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether Redis lets us publish, by a message to ourselves at the first
 * subscription. Scripts don't report that: they continue without it, since a release must
 * not fail because of it.
 */
final class PublishCheck {

	private static final Logger logger = LoggerFactory.getLogger(PublishCheck.class);

	private final Connections connections;

	private final AtomicBoolean begun = new AtomicBoolean();

	PublishCheck(Connections connections) {
		this.connections = connections;
	}

	/**
	 * Check it if that was not done yet.
	 * @param subscription one that is acknowledged
	 */
	void begin(Subscription subscription) {
		if (this.begun.compareAndSet(false, true)) {
			SuspectChannels.send(this.connections, subscription).whenComplete((receivers, failure) -> {
				if (failure != null) {
					refused(failure, subscription.channel());
				}
			});
		}
	}

	private void refused(Throwable failure, String channel) {
		if (!RedisErrors.isRefusal(failure)) {
			this.begun.set(false);
		}
		else {
			BackgroundLog.warn(logger, "Can't publish lock notifications; waiters poll every second instead: "
					+ RedisErrors.translate(failure, channel).getMessage());
		}
	}

}
