package io.github.lockstarter.core;

import java.util.List;
import java.util.Optional;

import io.github.lockstarter.LockState;
import io.github.lockstarter.testing.NeverRepeatedError;
import io.github.lockstarter.testing.StubHandle;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Exclusion}.
 */
class ExclusionTests {

	@Test
	void twoThatHoldALockAreNeverExcused() {
		assertThatExceptionOfType(NeverRepeatedError.class).isThrownBy(
				() -> Exclusion.assertExcluded(new StubHandle("key"), () -> Optional.of(new StubHandle("key"))));
	}

	@Test
	void whatAnotherGetsAfterTheEndOfALeaseMayBeRepeated() {
		StubHandle lost = new StubHandle(List.of("key"), LockState.LOST);
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> Exclusion.assertExcluded(lost, () -> Optional.of(new StubHandle("key"))))
			.isNotInstanceOf(NeverRepeatedError.class);
		Exclusion.assertExcluded(lost, Optional::empty);
	}

}
