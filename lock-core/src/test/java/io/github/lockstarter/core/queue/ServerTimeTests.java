package io.github.lockstarter.core.queue;

import java.util.concurrent.TimeUnit;

import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.StoreClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ServerTime}.
 */
class ServerTimeTests {

	private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

	/** The server's clock showed 100 s when both of ours showed 0. */
	private final ServerTime time = new ServerTime(new StoreClock(100_000_000, "server"), new Moment(0, 0));

	private static GrantNotification grant(String server) {
		return new GrantNotification("k", 1, 1, 102_500, new StoreClock(102_000_000, server));
	}

	@Test
	void aGrantThatIsLateEndsByTheServersClock() {
		Moment validUntil = this.time.validUntil(grant("server"), new Moment(3 * SECOND, 3000));
		assertThat(validUntil.nanos()).isLessThan(3 * SECOND);
	}

	@Test
	void aGrantThatIsEarlyEndsByItsReceipt() {
		Moment validUntil = this.time.validUntil(grant("server"), new Moment(SECOND, 1000));
		assertThat(validUntil.nanos()).isBetween(SECOND, 2 * SECOND);
		assertThat(validUntil.wallMillis()).isBetween(1000L, 2000L);
	}

	@Test
	void aGrantThatArrivedWhileTheMachineWasSuspendedEndsByTheWallClock() {
		Moment validUntil = this.time.validUntil(grant("server"), new Moment(SECOND, 30_000));
		assertThat(validUntil.nanos()).isBetween(SECOND, 2 * SECOND);
		assertThat(validUntil.wallMillis()).isLessThan(30_000);
	}

	@Test
	void aGrantOfAnotherServerCannotBeCountedOn() {
		Moment receivedAt = new Moment(SECOND, 1000);
		assertThat(this.time.validUntil(grant("other"), receivedAt)).isEqualTo(receivedAt);
		ServerTime untold = new ServerTime(new StoreClock(100_000_000, ""), new Moment(0, 0));
		assertThat(untold.validUntil(grant(""), receivedAt)).isEqualTo(receivedAt);
	}

}
