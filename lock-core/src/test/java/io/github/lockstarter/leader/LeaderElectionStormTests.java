package io.github.lockstarter.leader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.ClientIdentity;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.core.StallProofClients;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Instances that start, stop, yield and lose the role at random. What is told of them has
 * to fit together, and in the end somebody leads.
 */
class LeaderElectionStormTests {

	private static final int STEPS = Integer.getInteger("storm.steps", 200);

	private static final Duration SOON = Duration.ofSeconds(20);

	private final LockStore store = StallProofMemory.newStore();

	private final List<Told> told = Collections.synchronizedList(new ArrayList<>());

	private final List<DefaultLockClient> clients = IntStream.range(0, 3)
		.mapToObj((i) -> StallProofClients.newClient(this.store, new LockSettings(LockOptions.NONE, Map.of()),
				new ClientIdentity("shop", "storm-" + i)))
		.toList();

	private final List<LeaderElection> elections = IntStream.range(0, 3)
		.mapToObj((i) -> new LeaderElection(this.clients.get(i), "storm", (event) -> this.told.add(new Told(i, event))))
		.toList();

	@RepeatedTest(2)
	void eachIsToldOfGrantAndEndInTurnThoughRolesAreLost(RepetitionInfo repetition) {
		storm(new Random(repetition.getCurrentRepetition()), 8);
	}

	@RepeatedTest(2)
	void nobodyLeadsBeforeTheFormerLeaderWasTold(RepetitionInfo repetition) {
		storm(new Random(repetition.getCurrentRepetition()), 7);
		nobodyLeadsBeforeTheFormerLeaderWasTold();
	}

	private void storm(Random random, int actions) {
		this.elections.forEach(LeaderElection::start);
		for (int step = 0; step < STEPS; step++) {
			act(random.nextInt(actions), random.nextInt(3));
			await().pollDelay(random.nextInt(3000), TimeUnit.MICROSECONDS)
				.pollInterval(1, TimeUnit.MILLISECONDS)
				.until(() -> true);
		}
		this.elections.forEach(LeaderElection::start);
		await().atMost(SOON).until(() -> this.elections.stream().filter(LeaderElection::isLeader).count() == 1);
		this.elections.forEach((election) -> assertThat(election.stop()).succeedsWithin(SOON));
		this.clients.forEach(DefaultLockClient::close);
		assertThat(this.told).hasSizeGreaterThan(20);
		eachIsToldOfGrantAndEndInTurn();
	}

	private void act(int action, int instance) {
		LeaderElection election = this.elections.get(instance);
		switch (action) {
			case 0 -> election.stop();
			case 1, 2 -> election.yield();
			case 7 -> this.clients.get(instance).forceRelease("leader:storm");
			default -> election.start();
		}
	}

	private void eachIsToldOfGrantAndEndInTurn() {
		for (int i = 0; i < 3; i++) {
			int instance = i;
			List<LeaderEvent> own = this.told.stream()
				.filter((each) -> each.instance() == instance)
				.map(Told::event)
				.toList();
			for (int j = 0; j < own.size(); j++) {
				assertThat(own.get(j))
					.isInstanceOf((j % 2 == 0) ? LeadershipGrantedEvent.class : LeadershipRevokedEvent.class);
				assertThat(own.get(j).fencingToken()).isEqualTo(own.get(j - j % 2).fencingToken());
			}
			assertThat(own.size() % 2).as("ends with an end").isZero();
		}
	}

	private void nobodyLeadsBeforeTheFormerLeaderWasTold() {
		long leading = 0;
		for (Told each : this.told) {
			boolean begins = each.event() instanceof LeadershipGrantedEvent;
			assertThat(leading).isEqualTo(begins ? 0 : each.event().fencingToken());
			leading = begins ? each.event().fencingToken() : 0;
		}
	}

	private record Told(int instance, LeaderEvent event) {
	}

}
