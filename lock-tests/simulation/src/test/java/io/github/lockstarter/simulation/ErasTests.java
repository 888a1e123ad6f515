package io.github.lockstarter.simulation;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ErasTests {

	private final Eras eras = new Eras();

	@Test
	void aForcedReleaseExcusesTheHolderThatItEndsAndNobodyElse() {
		this.eras.granted("forced", 1);
		this.eras.granted("other", 1);
		this.eras.forced("forced");
		this.eras.granted("forced", 10);
		this.eras.granted("forced", 20);
		this.eras.granted("other", 10);

		assertThat(areExclusive("forced", 1, 10)).isFalse();
		assertThat(areExclusive("forced", 10, 20)).isTrue();
		assertThat(areExclusive("other", 1, 10)).isTrue();
	}

	@Test
	void onlyTheHolderThatTheServerForgotMayPassOnASmallerToken() {
		this.eras.granted("lock", 1);
		this.eras.forgotten();
		this.eras.granted("lock", 10);

		assertThat(this.eras.areOrdered("lock", 2, 10)).isFalse();
		assertThat(this.eras.areOrdered("lock", 11, 10)).isTrue();
		assertThat(this.eras.areOrdered("lock", 10, 2)).isTrue();
	}

	@Test
	void onlyTheHolderThatWasEndedByForceMayPassOnASmallerToken() {
		this.eras.granted("forced", 1);
		this.eras.forced("forced");
		this.eras.granted("forced", 10);

		assertThat(this.eras.areOrdered("forced", 2, 10)).isFalse();
		assertThat(this.eras.areOrdered("forced", 11, 10)).isTrue();
		assertThat(this.eras.areOrdered("forced", 10, 2)).isTrue();
	}

	@Test
	void nothingIsPromisedUntilAllKnowThatTheClockWasSet() {
		this.eras.granted("lock", 1);
		this.eras.unsettled();
		this.eras.granted("lock", 10);
		this.eras.granted("lock", 20);
		this.eras.settled();
		this.eras.granted("lock", 30);
		this.eras.granted("lock", 40);

		assertThat(areExclusive("lock", 10, 20)).isFalse();
		assertThat(areExclusive("lock", 20, 30)).isFalse();
		assertThat(areExclusive("lock", 30, 40)).isTrue();
	}

	@Test
	void aTokenBelowAllGrantsBelongsToNoneUnlessTheClockWasSetBack() {
		this.eras.granted("lock", 10);

		assertThat(this.eras.isExplained("lock", 9)).isFalse();
		assertThat(this.eras.isExplained("lock", 10)).isTrue();
		assertThat(this.eras.isExplained("lock", 11)).isTrue();
		assertThat(this.eras.isExplained("other", 10)).isFalse();
		this.eras.setBack((key) -> false);
		assertThat(this.eras.isExplained("lock", 9)).isTrue();
	}

	@Test
	void aHolderIsPresentUntilTheServerForgetsItOrReleasesItByForce() {
		this.eras.granted("forced", 1);
		this.eras.granted("other", 1);

		assertThat(isPresent("forced", 1)).isTrue();
		this.eras.forced("forced");
		assertThat(isPresent("forced", 1)).isFalse();
		assertThat(isPresent("other", 1)).isTrue();
		this.eras.forgotten();
		assertThat(isPresent("other", 1)).isFalse();
	}

	private boolean isPresent(String key, long token) {
		return this.eras.isPresent(key, this.eras.era(key, token));
	}

	private boolean areExclusive(String key, long token, long otherToken) {
		return Eras.areExclusive(this.eras.era(key, token), this.eras.era(key, otherToken));
	}

}
