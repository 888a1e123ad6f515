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
 * Tests for a turn whose grant was pushed: it is claimed once, and never after it was
 * given back.
 */
class UnclaimedTurnTests {

	private static final Duration WINDOW = Duration.ofMinutes(1);

	private final Platform platform = new SystemPlatform();

	private final Turn turn = new Turn(this.platform, new IdleLifecycle(), LocalHandover.DEFAULT,
			new Granted("key", 1, 1, Moment.now(this.platform).plus(WINDOW.toNanos()), false, false, WINDOW, null),
			request());

	@Test
	void itIsClaimedOnce() {
		assertThat(this.turn.beginClaim()).isTrue();
		assertThat(this.turn.beginClaim()).isFalse();
		assertThat(this.turn.isDoubtful()).isTrue();
	}

	@Test
	void whatIsGivenBackIsNotClaimed() {
		this.turn.giveBack();
		assertThat(this.turn.beginClaim()).isFalse();
		assertThat(this.turn.isDoubtful()).as("no request may come late").isFalse();
	}

	@Test
	void aClaimThatIsNotAnsweredMayComeLate() {
		assertThat(this.turn.beginClaim()).isTrue();
		this.turn.giveBack();
		assertThat(this.turn.isDoubtful()).isTrue();
	}

	@Test
	void aLongerLeaseIsNoClaim() {
		this.turn.confirm(Moment.now(this.platform), WINDOW.multipliedBy(2));
		assertThat(this.turn.isDoubtful()).isTrue();
		assertThat(this.turn.beginClaim()).isTrue();
	}

	private static LockRequest request() {
		LockOptions options = LockOptions.NONE.with(LockOption.LEASE_TIME, WINDOW);
		return new LockRequest(new LockPlan(new LockSettings(LockOptions.NONE, Map.of()).resolve("", options)), "",
				List.of("key"));
	}

}
