package io.github.lockstarter.core;

import java.time.Duration;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what the log says of locks that are shared: they have no token.
 */
@ExtendWith(OutputCaptureExtension.class)
class SharedMessagesTests {

	private final DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one");

	@AfterEach
	void close() {
		this.client.close();
	}

	@Test
	void theLossOfAShareNamesNoToken(CapturedOutput output) {
		try (LockHandle reader = this.client.lock("stock")
			.read()
			.leaseTime(Duration.ofMillis(200))
			.autoRenew(false)
			.acquire()) {
			await().untilAsserted(() -> assertThat(output).contains("Lock 'stock' was lost: "));
			assertThat(reader.isLost()).isTrue();
		}
		try (LockHandle writer = this.client.lock("other")
			.name("Catalogue.update")
			.leaseTime(Duration.ofMillis(200))
			.autoRenew(false)
			.acquire()) {
			await().untilAsserted(() -> assertThat(output)
				.contains("Lock 'Catalogue.update' with key 'other' (token " + writer.fencingToken() + ") was lost: "));
		}
	}

	@Test
	void aShareThatIsHeldForLongNamesNoToken(CapturedOutput output) {
		try (LockHandle permits = this.client.lock("export")
			.permits(1, 5)
			.warnAfter(Duration.ofMillis(100))
			.acquire()) {
			await().untilAsserted(() -> assertThat(output).contains("Lock 'export' has been held by "));
			assertThat(permits.isValid()).isTrue();
		}
	}

}
