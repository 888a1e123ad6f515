package io.github.lockstarter.store;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class InDoubtAcquisitionsTests {

	private final InDoubtAcquisitions acquisitions = new InDoubtAcquisitions();

	@Test
	void anAcquisitionIsAnsweredWhenEachOfItsRequestsIs() {
		this.acquisitions.sent(1L);
		this.acquisitions.sent(1L);
		assertThat(this.acquisitions.isAnswered(1L)).isFalse();
		this.acquisitions.answered(1L);
		assertThat(this.acquisitions.isAnswered(1L)).isFalse();
		this.acquisitions.answered(1L);
		assertThat(this.acquisitions.isAnswered(1L)).isTrue();
	}

	@Test
	void oneWhoseRequestFailedNeverIs() {
		this.acquisitions.sent(1L);
		this.acquisitions.failed(1L);
		this.acquisitions.sent(1L);
		this.acquisitions.answered(1L);
		assertThat(this.acquisitions.isAnswered(1L)).isFalse();
		assertThat(this.acquisitions.isCertain(1)).isFalse();
	}

	@Test
	void laterOnesDoNotSufferFromThat() {
		this.acquisitions.sent(1L);
		this.acquisitions.failed(1L);
		this.acquisitions.sent(2L);
		assertThat(this.acquisitions.isCertain(2)).isTrue();
		this.acquisitions.answered(2L);
		assertThat(this.acquisitions.isAnswered(2L)).isTrue();
	}

	@Test
	void whatIsNotAnsweredWhenItMayBeSentAgainNeverIs() {
		this.acquisitions.sent(1L);
		this.acquisitions.answered(1L);
		this.acquisitions.sent(2L);
		this.acquisitions.doubtAll();
		this.acquisitions.answered(2L);
		assertThat(this.acquisitions.isAnswered(2L)).isFalse();
		this.acquisitions.sent(3L);
		this.acquisitions.answered(3L);
		assertThat(this.acquisitions.isAnswered(3L)).isTrue();
	}

	@Test
	void whereNothingWaitsForAnAnswerNothingIsSentAgain() {
		this.acquisitions.sent(1L);
		this.acquisitions.answered(1L);
		this.acquisitions.doubtAll();
		assertThat(this.acquisitions.isAnswered(1L)).isTrue();
	}

}
