package io.github.lockstarter.jdbc;

import java.time.Duration;
import java.util.stream.LongStream;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link KnownRows} with locks that are never released.
 */
class KnownRowsTests {

	private final KnownRows known = new KnownRows();

	private static Row row(long sequence) {
		return new Row("order:" + sequence, 1, "record", 1, "");
	}

	private void keep(long sequence) {
		StoreAnswer answer = new StoreAnswer(AcquisitionState.GRANTED, 1, Duration.ofSeconds(20),
				new StoreClock(1, ""));
		this.known.keep(sequence, answer, row(sequence));
	}

	@Test
	void manyOfThemDoNotKeepALaterOneFromBeingKnown() {
		LongStream.rangeClosed(1, 20_000).forEach(this::keep);
		assertThat(this.known.take("order:20000", 20_000)).isEqualTo(row(20_000));
		assertThat(this.known.isKnown("order:1", 1)).isFalse();
	}

	@Test
	void oneThatIsRenewedIsNotAmongTheOldest() {
		keep(1);
		LongStream.rangeClosed(2, 9000).forEach(this::keep);
		keep(1);
		LongStream.rangeClosed(9001, 18_000).forEach(this::keep);
		assertThat(this.known.isKnown("order:1", 1)).isTrue();
		assertThat(this.known.isKnown("order:2", 2)).isFalse();
	}

}
