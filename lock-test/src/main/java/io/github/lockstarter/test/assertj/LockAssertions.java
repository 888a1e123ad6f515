package io.github.lockstarter.test.assertj;

import io.github.lockstarter.test.LockAcquisition;
import io.github.lockstarter.test.RecordingLockClient;

/**
 * Assertions on recorded locks.
 *
 * <pre class="code">
 * assertThat(locks).locked("order:42").didNotLock("order:43").holdsNothing();
 * assertThat(locks).acquisition("order:42").isReleased().asksToWait(Duration.ofSeconds(2));
 * </pre>
 */
public final class LockAssertions {

	private LockAssertions() {
	}

	/**
	 * Begin assertions on a record.
	 * @param actual the client that recorded it
	 * @return the assertions
	 */
	public static RecordingLockClientAssert assertThat(RecordingLockClient actual) {
		return new RecordingLockClientAssert(actual);
	}

	/**
	 * Begin assertions on one acquisition.
	 * @param actual the acquisition
	 * @return the assertions
	 */
	public static LockAcquisitionAssert assertThat(LockAcquisition actual) {
		return new LockAcquisitionAssert(actual);
	}

}
