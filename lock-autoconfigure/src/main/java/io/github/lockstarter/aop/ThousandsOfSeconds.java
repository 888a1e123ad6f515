package io.github.lockstarter.aop;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockOption;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.format.annotation.DurationFormat.Style;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * Reports whole thousands of seconds in an annotation, which were probably meant as
 * milliseconds: other libraries take times so.
 */
final class ThousandsOfSeconds {

	private static final Log logger = LogFactory.getLog(LockedMethodValidator.class);

	private ThousandsOfSeconds() {
	}

	static void report(LockedMethod method) {
		DistributedLock lock = method.method().lock();
		if (lock.timeUnit() == TimeUnit.SECONDS) {
			report(method, LockOption.WAIT_TIME, lock.waitTime());
			report(method, LockOption.LEASE_TIME, lock.leaseTime());
		}
	}

	private static void report(LockedMethod method, LockOption<Duration> option, long number) {
		if (number > 0 && number % 1000 == 0) {
			String attribute = option.attribute();
			logger.warn("The annotation of " + method.method() + " has '" + attribute + " = " + number + "', which is "
					+ DurationFormatterUtils.print(Duration.ofSeconds(number), Style.COMPOSITE)
					+ ", since its unit is seconds. If milliseconds are meant, write '" + attribute + "String = \""
					+ number + "ms\"', and else '" + attribute + "String = \"" + number + "s\"'.");
		}
	}

}
