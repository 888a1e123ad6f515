package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Warns if locks may take longer to shut down than Spring waits for them.
 */
final class DrainTimeoutCheck {

	private static final Log logger = LogFactory.getLog(DrainTimeoutCheck.class);

	private static final String LIMIT = "spring.lifecycle.timeout-per-shutdown-phase";

	private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(30);

	private DrainTimeoutCheck() {
	}

	static void run(Duration drainTimeout, Environment environment) {
		BindResult<Duration> set = Binder.get(environment).bind(LIMIT, Duration.class);
		Duration limit = set.isBound() ? set.get() : DEFAULT_LIMIT;
		if (drainTimeout.compareTo(limit) >= 0) {
			logger.warn("The property 'distributed-lock.drain-timeout' is '" + LockSettingsMapper.text(drainTimeout)
					+ "', but Spring goes on with the shutdown after '" + LIMIT + "', which is '"
					+ LockSettingsMapper.text(limit) + "'; lengthen that one, or shorten the drain timeout.");
		}
	}

}
