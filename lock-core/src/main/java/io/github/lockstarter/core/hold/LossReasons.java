package io.github.lockstarter.core.hold;

import java.time.Duration;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;

/**
 * The reasons for which a lock is lost, in words that go on after "was lost:".
 */
final class LossReasons {

	static final String REVOKED = "it was released by force";

	private static final String FORGOTTEN = "the store has no record of it any more, as after a failover,"
			+ " a restart without data, the end of its lease in the store, or a release by force";

	private LossReasons() {
	}

	static String storeSays(StoreAnswer answer) {
		return (answer.state() == AcquisitionState.LOST)
				? "its lease had ended in the store, or it was released by force" : FORGOTTEN;
	}

	static String maxHoldEnded(Duration maxHold) {
		return "its maximum hold time of " + maxHold.toMillis() + " ms ended";
	}

	static String notConfirmed(Duration lease) {
		return "the store did not confirm its lease of " + lease.toMillis() + " ms in time";
	}

	static String leaseEnded(Duration lease) {
		return "its lease of " + lease.toMillis() + " ms ended, and renewal is off";
	}

}
