package io.github.lockstarter.store;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class UnansweredAcquisitionsTests {

	private final UnansweredAcquisitions acquisitions = new UnansweredAcquisitions();

	@Test
	void anAcquisitionIsAnsweredWhenEachOfItsRequestsIs() {
		this.acquisitions.sent(1);
		this.acquisitions.sent(1);
		assertThat(this.acquisitions.isAnswered(1)).isFalse();
		this.acquisitions.answered(1);
		assertThat(this.acquisitions.isAnswered(1)).isFalse();
		this.acquisitions.answered(1);
		assertThat(this.acquisitions.isAnswered(1)).isTrue();
	}

	@Test
	void oneWhoseRequestFailedNeverIs() {
		this.acquisitions.sent(1);
		this.acquisitions.failed(1);
		this.acquisitions.sent(1);
		this.acquisitions.answered(1);
		assertThat(this.acquisitions.isAnswered(1)).isFalse();
		assertThat(this.acquisitions.isCertain(1)).isFalse();
	}

	@Test
	void laterOnesDoNotSufferFromThat() {
		this.acquisitions.sent(1);
		this.acquisitions.failed(1);
		this.acquisitions.sent(2);
		assertThat(this.acquisitions.isCertain(2)).isTrue();
		this.acquisitions.answered(2);
		assertThat(this.acquisitions.isAnswered(2)).isTrue();
	}

	@Test
	void whatIsNotAnsweredWhenItMayBeSentAgainNeverIs() {
		this.acquisitions.sent(1);
		this.acquisitions.answered(1);
		this.acquisitions.sent(2);
		this.acquisitions.doubtAll();
		this.acquisitions.answered(2);
		assertThat(this.acquisitions.isAnswered(2)).isFalse();
		this.acquisitions.sent(3);
		this.acquisitions.answered(3);
		assertThat(this.acquisitions.isAnswered(3)).isTrue();
	}

	@Test
	void whereNothingWaitsForAnAnswerNothingIsSentAgain() {
		this.acquisitions.sent(1);
		this.acquisitions.answered(1);
		this.acquisitions.doubtAll();
		assertThat(this.acquisitions.isAnswered(1)).isTrue();
	}

}
