package io.github.lockstarter.testing;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Makes waits without a limit of their own last half a minute: ten seconds are soon over
 * on a machine that runs other builds as well. And makes them look often: some leases of
 * tests are short.
 */
public final class PatientAwaits implements LauncherSessionListener {

	@Override
	public void launcherSessionOpened(LauncherSession session) {
		Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
		Awaitility.setDefaultPollInterval(Duration.ofMillis(10));
	}

}
