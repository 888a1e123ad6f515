package io.github.lockstarter.testing;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for tries that a stall spoiled.
 */
class UndisturbedTests {

	private final AtomicInteger tries = new AtomicInteger();

	@Test
	void areRepeated() throws Exception {
		Undisturbed.attempt(() -> {
			if (this.tries.incrementAndGet() == 1) {
				StallProofTimeTests.standStill();
				throw new AssertionError("spoiled");
			}
		});
		assertThat(this.tries).hasValue(2);
	}

	@Test
	void areNotRepeatedForEver() {
		assertThatIllegalStateException().isThrownBy(() -> Undisturbed.attempt(() -> {
			this.tries.incrementAndGet();
			StallProofTimeTests.standStill();
			throw new IllegalStateException("spoiled");
		}));
		assertThat(this.tries).hasValueBetween(2, 10);
	}

	@Test
	void whatFailsByItselfIsNotRepeated() {
		long before = StallProofTime.stalls();
		assertThatIllegalStateException().isThrownBy(() -> Undisturbed.attempt(() -> {
			this.tries.incrementAndGet();
			throw new IllegalStateException("by itself");
		}));
		assertThat(this.tries.get() == 1 || StallProofTime.stalls() > before).isTrue();
	}

}
