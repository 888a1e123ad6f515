package io.github.lockstarter.core.hold;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.SystemPlatform;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a JVM lease whose grant was pushed: it is claimed once, and never after it
 * was given back.
 */
class UnclaimedJvmLeaseTests {

	private static final Duration WINDOW = Duration.ofMinutes(1);

	private final Platform platform = new SystemPlatform();

	private final JvmLease jvmLease = new JvmLease(this.platform, new IdleLifecycle(), LocalHandover.DEFAULT,
			new GrantDetails("key", 1, 1, Moment.now(this.platform).plus(WINDOW.toNanos()), false, false, WINDOW, null),
			request());

	@Test
	void itIsClaimedOnce() {
		assertThat(this.jvmLease.beginClaim()).isTrue();
		assertThat(this.jvmLease.beginClaim()).isFalse();
		assertThat(this.jvmLease.isDoubtful()).isTrue();
	}

	@Test
	void whatIsGivenBackIsNotClaimed() {
		this.jvmLease.giveBack();
		assertThat(this.jvmLease.beginClaim()).isFalse();
		assertThat(this.jvmLease.isDoubtful()).as("no request may come late").isFalse();
	}

	@Test
	void aClaimThatIsNotAnsweredMayComeLate() {
		assertThat(this.jvmLease.beginClaim()).isTrue();
		this.jvmLease.giveBack();
		assertThat(this.jvmLease.isDoubtful()).isTrue();
	}

	@Test
	void aLongerLeaseIsNoClaim() {
		this.jvmLease.confirm(Moment.now(this.platform), WINDOW.multipliedBy(2));
		assertThat(this.jvmLease.isDoubtful()).isTrue();
		assertThat(this.jvmLease.beginClaim()).isTrue();
	}

	private static LockRequest request() {
		LockOptions options = LockOptions.NONE.with(LockOption.LEASE_TIME, WINDOW);
		return new LockRequest(new LockPlan(new LockSettings(LockOptions.NONE, Map.of()).resolve("", options)), "",
				List.of("key"));
	}

}
