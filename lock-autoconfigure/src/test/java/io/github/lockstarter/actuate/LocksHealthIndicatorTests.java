package io.github.lockstarter.actuate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

import io.github.lockstarter.LockAdmin.Page;
import io.github.lockstarter.LockAdmin.StoreStatus;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.actuate.LocksDescriptor.Role;
import io.github.lockstarter.actuate.LocksEndpoint.Scope;
import io.github.lockstarter.core.ClientIdentity;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.core.StallProofClients;
import io.github.lockstarter.leader.LeaderRoles;
import io.github.lockstarter.store.memory.StallProofMemory;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import io.github.lockstarter.testing.StallProofTime;
import io.github.lockstarter.testing.StubAdmin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.health.actuate.endpoint.HttpCodeStatusMapper;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(LogCapture.class)
class LocksHealthIndicatorTests {

	private final StubAdmin admin = new StubAdmin();

	private final LocksHealthIndicator indicator = new LocksHealthIndicator(this.admin);

	@Test
	void isUpWhenTheStoreAnswers() {
		this.admin.status = () -> new StoreStatus(Map.of("version", "7.2.4"), null);
		assertThat(this.indicator.health()).isEqualTo(Health.up().withDetail("version", "7.2.4").build());
	}

	@Test
	void isDownWithTheReasonWhenTheStoreDoesNotAnswer(CapturedLog output) {
		this.admin.status = () -> {
			throw new LockUnavailableException("", Duration.ofMillis(3), null);
		};
		Health health = this.indicator.health();
		assertThat(health.getStatus()).isEqualTo(Status.DOWN);
		assertThat(health.getDetails().get("error"))
			.isEqualTo("The store of the locks is unavailable (no answer within 3 ms).");
		assertThat(output).as("a probe that repeats is no news").isEmpty();
	}

	@Test
	void isDownAfterTwoSecondsWhenTheQuestionHangs() {
		CountDownLatch end = new CountDownLatch(1);
		this.admin.status = () -> {
			awaitUninterruptibly(end);
			return new StoreStatus(Map.of(), null);
		};
		long start = System.nanoTime();
		long ranSince = StallProofTime.nanoTime();
		assertThat(this.indicator.health()).isEqualTo(Health.down()
			.withDetail("error", "The store of the locks is unavailable (no answer within 2000 ms).")
			.build());
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(1900));
		assertThat(StallProofTime.since(ranSince)).isLessThan(Duration.ofMillis(4000));
		end.countDown();
	}

	@Test
	void isDownInTimeWhileManyRequestsOfTheEndpointHangToo() {
		CountDownLatch end = new CountDownLatch(1);
		this.admin.page = () -> {
			awaitUninterruptibly(end);
			return new Page(List.of(), null);
		};
		LocksEndpoint endpoint = new LocksEndpoint(this.admin, false);
		List<CompletableFuture<?>> requests = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			requests.add(onAThread(() -> endpoint.locks(Scope.STORE, null, null)));
		}
		await().until(() -> this.admin.asked.size() == TimeLimited.THREADS);
		long ranSince = StallProofTime.nanoTime();
		assertThat(this.indicator.health().getStatus()).isEqualTo(Status.DOWN);
		assertThat(StallProofTime.since(ranSince)).isLessThan(Duration.ofMillis(4000));
		assertThat(requests).allSatisfy((request) -> assertThat(request).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.withCauseInstanceOf(LockUnavailableException.class));
		assertThat(threads()).isEqualTo(TimeLimited.THREADS);
		end.countDown();
		await().untilAsserted(() -> assertThat(this.indicator.health().getStatus()).isEqualTo(Status.UP));
		assertThat(this.admin.asked).as("what was given up is not sent later").hasSize(TimeLimited.THREADS);
		await().atMost(Duration.ofSeconds(30)).until(() -> threads() == 0);
	}

	private static CompletableFuture<?> onAThread(Supplier<?> request) {
		CompletableFuture<Object> answer = new CompletableFuture<>();
		new Thread(() -> {
			try {
				answer.complete(request.get());
			}
			catch (RuntimeException ex) {
				answer.completeExceptionally(ex);
			}
		}).start();
		return answer;
	}

	private static long threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals(TimeLimited.THREAD))
			.count();
	}

	@Test
	void aStoreThatMayLoseLocksHasAStatusOfItsOwnAndIsReportedOnce(CapturedLog output) {
		this.admin.status = () -> new StoreStatus(Map.of("mode", "standalone"), "Redis may evict locks; do this.");
		Health health = this.indicator.health();
		this.indicator.health();
		assertThat(health.getStatus()).isEqualTo(LocksHealthIndicator.UNSAFE);
		assertThat(health.getDetails()).containsOnly(Map.entry("mode", "standalone"),
				Map.entry("problem", "Redis may evict locks; do this."));
		assertThat(output).containsOnlyOnce("WARN")
			.containsOnlyOnce("Locks are not safe: Redis may evict locks; do this.");
	}

	@Test
	void showsItsRolesWhateverTheStatus() {
		DefaultLockClient client = StallProofClients.newClient(StallProofMemory.newStore(),
				new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("shop", "test"));
		LeaderRoles roles = new LeaderRoles(client, List.of("reports", "cleanup"), (event) -> {
		});
		LocksHealthIndicator withRoles = new LocksHealthIndicator(this.admin, roles);
		assertThat(withRoles.health().getDetails()).containsEntry("roles",
				List.of(new Role("reports", false), new Role("cleanup", false)));
		roles.start();
		this.admin.status = () -> {
			throw new LockUnavailableException("", Duration.ofMillis(3), null);
		};
		await().untilAsserted(() -> assertThat(withRoles.health().getDetails()).containsEntry("roles",
				List.of(new Role("reports", true), new Role("cleanup", true))));
		assertThat(withRoles.health().getStatus()).isEqualTo(Status.DOWN);
		assertThat(roles.stop()).succeedsWithin(Duration.ofSeconds(10));
		client.close();
	}

	@Test
	void aStoreThatMayLoseLocksTakesNoApplicationOutOfService() {
		Status overall = StatusAggregator.getDefault()
			.getAggregateStatus(Set.of(Status.UP, LocksHealthIndicator.UNSAFE));
		assertThat(overall).isEqualTo(Status.UP);
		Status alone = StatusAggregator.getDefault().getAggregateStatus(Set.of(LocksHealthIndicator.UNSAFE));
		assertThat(alone).isEqualTo(Status.UNKNOWN);
		for (Status status : List.of(alone, LocksHealthIndicator.UNSAFE)) {
			assertThat(HttpCodeStatusMapper.getDefault().getStatusCode(status)).isEqualTo(200);
		}
	}

	private static void awaitUninterruptibly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
