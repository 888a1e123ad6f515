package io.github.lockstarter.leader;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.lockstarter.LeaseMode;
import io.github.lockstarter.LockKeyException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.ClientIdentity;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.core.StallProofClients;
import io.github.lockstarter.leader.LeadershipRevokedEvent.Reason;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

@ExtendWith(OutputCaptureExtension.class)
class LeaderElectionTests {

	private static final String KEY = "leader:reports";

	private static final Duration SOON = Duration.ofSeconds(30);

	private final LockStore store = StallProofMemory.newStore();

	private final DefaultLockClient client = client(LockOptions.NONE, LockOptions.NONE);

	private final DefaultLockClient other = client(LockOptions.NONE, LockOptions.NONE);

	private final List<LeaderEvent> told = new CopyOnWriteArrayList<>();

	private final List<LeaderEvent> toldToOther = new CopyOnWriteArrayList<>();

	private final LeaderElection one = new LeaderElection(this.client, "reports", this.told::add);

	private final LeaderElection two = new LeaderElection(this.other, "reports", this.toldToOther::add);

	private DefaultLockClient client(LockOptions defaults, LockOptions ofTheRole) {
		return StallProofClients.newClient(this.store, new LockSettings(defaults, Map.of("leader.reports", ofTheRole)),
				new ClientIdentity("shop", "test"));
	}

	@AfterEach
	void leavesNothingBehind() {
		assertThat(this.one.stop()).succeedsWithin(SOON);
		assertThat(this.two.stop()).succeedsWithin(SOON);
		this.client.start();
		await().until(() -> this.client.lock(KEY).inspect(), (lock) -> !lock.held() && lock.waiters() == 0);
		this.client.close();
		this.other.close();
	}

	private void lead() {
		this.one.start();
		await().until(() -> this.told.size() == 1);
		this.two.start();
		await().until(() -> this.client.lock(KEY).inspect().waiters() == 1);
	}

	@Test
	void oneOfSeveralIsTheLeaderAndIsToldSo() {
		lead();
		assertThat(this.one.isLeader()).isTrue();
		assertThat(this.two.isLeader()).isFalse();
		assertThat(this.two.fencingToken()).isEmpty();
		assertThat(this.told)
			.containsExactly(new LeadershipGrantedEvent("reports", this.one.fencingToken().orElseThrow()));
		assertThat(this.toldToOther).isEmpty();
	}

	@Test
	void theNextOneLeadsOnlyWhenTheListenerOfTheFormerOneHasReturned() {
		CompletableFuture<Void> cleanedUp = new CompletableFuture<>();
		LeaderElection careful = new LeaderElection(this.client, "reports", (event) -> {
			this.told.add(event);
			if (event instanceof LeadershipRevokedEvent) {
				cleanedUp.join();
			}
		});
		careful.start();
		await().until(careful::isLeader);
		long token = careful.fencingToken().orElseThrow();
		this.two.start();
		CompletableFuture<Void> stopped = careful.stop().toCompletableFuture();
		assertThat(careful.isLeader()).isFalse();
		await().until(() -> this.told.contains(new LeadershipRevokedEvent("reports", token, Reason.STOPPED)));
		await().during(Duration.ofMillis(200)).until(() -> !this.two.isLeader() && !stopped.isDone());
		cleanedUp.complete(null);
		assertThat(stopped).succeedsWithin(SOON);
		await().until(this.two::isLeader);
		assertThat(this.two.fencingToken().orElseThrow()).isGreaterThan(token);
	}

	@Test
	void whoLosesTheLockIsToldAndTakesPartAgain() {
		lead();
		long token = this.one.fencingToken().orElseThrow();
		assertThat(this.other.forceRelease(KEY)).isTrue();
		await().until(this.two::isLeader);
		await().until(() -> this.told.contains(new LeadershipRevokedEvent("reports", token, Reason.LOST)));
		assertThat(this.one.isLeader()).isFalse();
		assertThat(this.two.stop()).succeedsWithin(SOON);
		await().until(this.one::isLeader);
		await().until(() -> this.told.size() == 3);
	}

	@Test
	void whoYieldsComesBehindThoseThatWait() {
		lead();
		assertThat(this.one.yield()).succeedsWithin(SOON);
		await().until(this.two::isLeader);
		assertThat(this.told.get(1)).extracting("reason").isEqualTo(Reason.YIELDED);
		assertThat(this.two.yield()).succeedsWithin(SOON);
		await().until(this.one::isLeader);
	}

	@Test
	void whoYieldsAloneIsTheLeaderAgain() {
		this.one.start();
		await().until(this.one::isLeader);
		long token = this.one.fencingToken().orElseThrow();
		assertThat(this.one.yield()).succeedsWithin(SOON);
		await().until(this.one::isLeader);
		assertThat(this.one.fencingToken().orElseThrow()).isGreaterThan(token);
		await().until(() -> this.told.size() == 3);
	}

	@Test
	void whoIsNotTheLeaderYieldsNothing() {
		lead();
		assertThat(this.two.yield()).isCompleted();
		assertThat(this.one.isLeader()).isTrue();
		assertThat(this.client.lock(KEY).inspect().waiters()).isEqualTo(1);
	}

	@Test
	void whoStopsWaitingLeavesTheQueueAndMayTakePartAgain() {
		lead();
		assertThat(this.two.stop()).succeedsWithin(SOON);
		await().until(() -> this.client.lock(KEY).inspect().waiters() == 0);
		assertThat(this.toldToOther).isEmpty();
		this.two.start();
		this.two.start();
		assertThat(this.one.stop()).succeedsWithin(SOON);
		await().until(this.two::isLeader);
	}

	@Test
	void aStopThatIsTakenBackAtOnceCompletesToo() {
		this.one.start();
		CompletableFuture<Void> stopped = this.one.stop().toCompletableFuture();
		this.one.start();
		assertThat(stopped).succeedsWithin(SOON);
		await().until(this.one::isLeader);
	}

	@Test
	void anUnavailableStoreIsToldOnceAndAskedAgain(CapturedOutput output) {
		this.client.close();
		this.one.start();
		await().until(() -> output.getOut().contains("keeps trying"));
		await().during(Duration.ofSeconds(2)).until(() -> !this.one.isLeader());
		this.client.start();
		await().until(this.one::isLeader);
		assertThat(output).containsOnlyOnce("can't take part in the election for role 'reports'")
			.contains("the lock client is closed");
	}

	@Test
	void aPauseDoesNotHoldUpAStop() {
		this.client.close();
		this.one.start();
		assertThat(this.one.stop()).succeedsWithin(SOON);
	}

	@Test
	void aListenerThatFailsChangesNothing(CapturedOutput output) {
		LeaderElection election = new LeaderElection(this.client, "reports", (event) -> {
			this.told.add(event);
			throw new IllegalStateException("thrown by a test");
		});
		election.start();
		await().until(() -> output.getOut().contains("A listener of role 'reports' failed"));
		assertThat(election.isLeader()).isTrue();
		assertThat(election.stop()).succeedsWithin(SOON);
		assertThat(this.told).hasSize(2);
	}

	@Test
	void aLossShowsWhileTheListenerOfTheGrantIsStillAtWork() {
		LeaderElection working = new LeaderElection(this.client, "reports", (event) -> {
			this.told.add(event);
			if (event instanceof LeadershipGrantedEvent) {
				await().until(() -> this.other.forceRelease(KEY));
			}
		});
		working.start();
		await().until(() -> this.told.size() >= 2);
		assertThat(this.told.get(1)).extracting("reason").isEqualTo(Reason.LOST);
		assertThat(working.stop()).succeedsWithin(SOON);
	}

	@Test
	void settingsOfAllLocksEndNoLeadership() {
		Duration lease = Duration.ofSeconds(2);
		try (DefaultLockClient limited = client(LockOptions.of(LockOption.LEASE_TIME, lease)
			.with(LockOption.MAX_HOLD, lease)
			.with(LockOption.AUTO_RENEW, false)
			.with(LockOption.LEASE_MODE, LeaseMode.ADAPTIVE)
			.with(LockOption.WAIT_TIME, Duration.ZERO), LockOptions.NONE)) {
			LeaderElection election = new LeaderElection(limited, "reports", this.told::add);
			election.start();
			await().until(election::isLeader);
			await().during(lease.multipliedBy(2)).until(election::isLeader);
			assertThat(election.stop()).succeedsWithin(SOON);
			assertThat(this.told).hasSize(2);
		}
	}

	@Test
	void settingsOfTheLockOfTheRoleApply() {
		Duration lease = Duration.ofSeconds(7);
		try (DefaultLockClient configured = client(LockOptions.NONE, LockOptions.of(LockOption.LEASE_TIME, lease))) {
			LeaderElection election = new LeaderElection(configured, "reports", this.told::add);
			election.start();
			await().until(election::isLeader);
			assertThat(configured.held()).singleElement().satisfies((held) -> {
				assertThat(held.name()).isEqualTo("leader.reports");
				assertThat(held.lease()).isEqualTo(lease);
			});
			assertThat(election.stop()).succeedsWithin(SOON);
		}
	}

	@Test
	void settingsMayLimitTheWaitAndARefusalIsNoReasonToWarn(CapturedOutput output) {
		LockOptions hurried = LockOptions.of(LockOption.WAIT_TIME, Duration.ofMillis(50));
		try (DefaultLockClient configured = client(LockOptions.NONE, hurried)) {
			this.two.start();
			await().until(this.two::isLeader);
			LeaderElection election = new LeaderElection(configured, "reports", this.told::add);
			election.start();
			await().during(Duration.ofMillis(500)).until(() -> !election.isLeader());
			assertThat(this.two.stop()).succeedsWithin(SOON);
			await().until(election::isLeader);
			assertThat(election.stop()).succeedsWithin(SOON);
		}
		assertThat(output).doesNotContain("can't take part");
	}

	@Test
	void refusesNamesThatNoLockCanHave() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new LeaderElection(this.client, "the reports", this.told::add));
		assertThatExceptionOfType(LockKeyException.class)
			.isThrownBy(() -> new LeaderElection(this.client, "r".repeat(100_000), this.told::add));
	}

	@Test
	void rolesAreLookedUpByTheirNames() {
		LeaderRoles roles = new LeaderRoles(this.client, List.of("reports", "cleanup"), this.told::add);
		assertThat(roles.all()).extracting(LeaderRole::name).containsExactly("reports", "cleanup");
		roles.start();
		await().until(() -> roles.get("reports").isLeader() && roles.get("cleanup").isLeader());
		assertThat(roles.stop()).succeedsWithin(SOON);
		assertThatIllegalArgumentException().isThrownBy(() -> roles.get("report"))
			.withMessage("There is no role 'report'; the roles are [reports, cleanup]."
					+ " Add it to 'distributed-lock.leader.roles'.");
	}

}
