package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.NoMajorityException;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.quorum.SteppedLink.State;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for nodes whose client library throws an error, such as one that can't connect
 * because there are no threads any more.
 */
class ThrowingNodeTests {

	private final SteppedQuorum quorum = SteppedQuorum.ofThree();

	private final SteppedQuorum.Client client = this.quorum.client();

	private List<LockRecord.Hold> holds() {
		return this.quorum.nodes.stream().flatMap((node) -> node.records().inspect("key").holds().stream()).toList();
	}

	@Test
	void anErrorOfAMinorityChangesNothing() {
		this.client.link(State.THROWS, 1);
		assertThat(this.client.acquire(1).state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.client.renew(1).state()).isEqualTo(AcquisitionState.GRANTED);
		List<StoreAnswer> renewed = this.client.session
			.renew(List.of(new RenewRequest("key", 1, SteppedQuorum.LEASE),
					new RenewRequest("other", 2, SteppedQuorum.LEASE)))
			.stream()
			.map(this.quorum::done)
			.toList();
		assertThat(renewed).extracting(StoreAnswer::state)
			.containsExactly(AcquisitionState.GRANTED, AcquisitionState.UNKNOWN);
		assertThat(this.quorum.done(this.client.session.inspect("key")).hold()).isNotNull();
		assertThat(this.client.release(1).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(holds()).isEmpty();
	}

	@Test
	void anErrorOfAMajorityIsTheTroubleOfItsNodesAndNoVoteIsKept() {
		this.client.link(State.THROWS, 1, 2);
		CompletableFuture<StoreAnswer> asked = this.client.session.acquire(this.client.request(1))
			.toCompletableFuture();
		this.quorum.time.pass(Duration.ofMillis(10));
		assertThatThrownBy(asked::join).hasCauseInstanceOf(NoMajorityException.class)
			.hasMessageContaining("node-1: it failed unexpectedly: java.lang.OutOfMemoryError: unable to create");
		assertThat(holds()).isEmpty();
	}

	@Test
	void whatOneNodeCouldNotReleaseIsReleasedThereLater() {
		this.client.acquire(1);
		this.client.link(State.THROWS, 0);
		assertThat(this.client.release(1).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(holds()).hasSize(1);
		this.client.link(State.UP, 0);
		this.quorum.time.pass(Duration.ofMillis(1100));
		assertThat(holds()).isEmpty();
	}

}
