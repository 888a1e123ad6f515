package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Map;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.Test;

import static org.awaitility.Awaitility.await;

/**
 * Tests for a renewal interval that was chosen for longer leases than that of the lock.
 */
class RenewalIntervalTests {

	@Test
	void aLeaseThatIsShorterThanTheIntervalIsRenewedAllTheSame() {
		LockSettings settings = new LockSettings(LockOptions.NONE, Map.of());
		try (DefaultLockClient client = new DefaultLockClient(LockStores.of(StallProofMemory.newStore()), settings,
				new ClientIdentity("shop", "one"), new LockClientOptions(Duration.ofSeconds(30), LocalHandover.DEFAULT),
				new DefaultLockClient.Observers(LockEventListener.NONE, LockInstrumentation.NONE),
				new StallProofPlatform());
				LockHandle held = client.lock("key").leaseTime(Duration.ofSeconds(5)).acquire()) {
			await().during(Duration.ofSeconds(7)).until(held::isValid);
		}
	}

}
