package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.store.quorum.QuorumOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LockQuorumPropertiesTests {

	@Test
	void haveTheDefaultsOfTheQuorumItself() {
		LockQuorumProperties properties = new LockQuorumProperties();
		assertThat(new QuorumOptions(properties.getNodeTimeout(), properties.getLongestLease()))
			.isEqualTo(QuorumOptions.DEFAULT);
	}

}
