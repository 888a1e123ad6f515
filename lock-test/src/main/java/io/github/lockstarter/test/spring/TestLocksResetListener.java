package io.github.lockstarter.test.spring;

import io.github.lockstarter.test.RecordingLockClient;

import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestExecutionListener;

/**
 * Lets each test method begin with an empty record.
 */
class TestLocksResetListener implements TestExecutionListener {

	@Override
	public void beforeTestMethod(TestContext testContext) {
		if (testContext.hasApplicationContext()) {
			testContext.getApplicationContext()
				.getBeansOfType(RecordingLockClient.class, false, false)
				.values()
				.forEach(RecordingLockClient::reset);
		}
	}

}
