package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.actuate.LocksDescriptor.OfInstance;
import io.github.lockstarter.actuate.LocksDescriptor.Role;
import io.github.lockstarter.actuate.LocksEndpoint;
import io.github.lockstarter.actuate.LocksHealthIndicator;
import io.github.lockstarter.leader.LeaderEvent;
import io.github.lockstarter.leader.LeaderRoles;
import io.github.lockstarter.leader.LeadershipGrantedEvent;
import io.github.lockstarter.leader.LeadershipRevokedEvent;
import io.github.lockstarter.leader.LeadershipRevokedEvent.Reason;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.MemoryLockStore;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(LogCapture.class)
class LeaderAutoConfigurationTests {

	private static final Duration SOON = Duration.ofSeconds(30);

	private final MemoryLockStore store = new MemoryLockStore();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LeaderAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory")
		.withBean(LockStore.class, () -> this.store)
		.withBean(Listener.class);

	private final ApplicationContextRunner reports = this.runner
		.withPropertyValues("distributed-lock.leader.roles=reports");

	@Test
	void isFoundByApplications() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, null).getCandidates())
			.contains(LeaderAutoConfiguration.class.getName());
	}

	@Test
	void addsNothingUnlessRolesAreNamed() {
		this.runner.run((context) -> assertThat(context).doesNotHaveBean(LeaderRoles.class)
			.doesNotHaveBean(LeaderLifecycle.class));
		this.reports.withPropertyValues("distributed-lock.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LeaderRoles.class));
	}

	@Test
	void theRolesCanBeInjectedLazily() {
		this.reports.withBean(Circle.class)
			.run((context) -> await().until(() -> context.getBean(Circle.class).roles.get("reports").isLeader()));
	}

	@Test
	void theOnlyInstanceLeadsItsRolesAndIsToldByEvents() {
		this.runner.withPropertyValues("distributed-lock.leader.roles=reports,cleanup").run((context) -> {
			LeaderRoles roles = context.getBean(LeaderRoles.class);
			List<LeaderEvent> heard = context.getBean(Listener.class).heard;
			await().until(() -> heard.size() == 2);
			assertThat(heard).hasOnlyElementsOfType(LeadershipGrantedEvent.class)
				.extracting(LeaderEvent::role)
				.containsExactlyInAnyOrder("reports", "cleanup");
			assertThat(roles.get("reports").isLeader()).isTrue();
		});
	}

	@Test
	void rolesMayBeWrittenAsAList(CapturedLog output) {
		this.runner.withPropertyValues("distributed-lock.leader.roles[0]=reports").run((context) -> {
			await().until(() -> context.getBean(LeaderRoles.class).get("reports").isLeader());
			assertThat(output).doesNotContain("is unknown");
		});
	}

	@Test
	void aMisspeltPropertyIsTold(CapturedLog output) {
		this.runner.withPropertyValues("distributed-lock.leader.role=reports")
			.run((context) -> assertThat(output).contains("did you mean 'distributed-lock.leader.roles'?"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					the reports     | The property 'distributed-lock.leader.roles' is 'the reports', but the name of a role has no white space and is not empty. Use short stable names, such as 'reports'.
					reports,reports | The property 'distributed-lock.leader.roles' is 'reports,reports', but 'reports' occurs twice. Remove one of the two.
					""")
	void namesThatCannotWorkAreRefused(String roles, String message) {
		this.runner.withPropertyValues("distributed-lock.leader.roles=" + roles)
			.run((context) -> assertThat(context).getFailure().rootCause().hasMessage(message));
	}

	@Test
	void takesPartAfterLocksAndExecutorsHaveStartedAndStopsBeforeThem() {
		this.reports.run((context) -> {
			int phase = context.getBean(LeaderLifecycle.class).getPhase();
			assertThat(phase).isGreaterThan(new ThreadPoolTaskExecutor().getPhase())
				.isGreaterThan(context.getBean(LockClientLifecycle.class).getPhase())
				.isLessThan(SmartLifecycle.DEFAULT_PHASE - 4096);
		});
	}

	@Test
	void anotherInstanceLeadsOnceTheListenersOfTheFirstHaveReturned() {
		this.reports.run((first) -> {
			Listener leader = first.getBean(Listener.class);
			await().until(() -> leader.heard.size() == 1);
			this.reports.run((second) -> {
				LeaderRoles roles = second.getBean(LeaderRoles.class);
				leader.inRevoked = () -> assertThat(roles.get("reports").isLeader()).isFalse();
				first.getSourceApplicationContext().close();
				assertThat(leader.heard).hasSize(2);
				assertThat(leader.heard.get(1)).isInstanceOfSatisfying(LeadershipRevokedEvent.class,
						(revoked) -> assertThat(revoked.reason()).isEqualTo(Reason.STOPPED));
				await().until(() -> roles.get("reports").isLeader());
			});
		});
	}

	@Test
	void aContextThatIsStartedAgainTakesPartAgain() {
		this.reports.run((context) -> {
			ConfigurableApplicationContext restartable = context.getSourceApplicationContext();
			LeaderRoles roles = context.getBean(LeaderRoles.class);
			await().until(() -> roles.get("reports").isLeader());
			restartable.stop();
			assertThat(roles.get("reports").isLeader()).isFalse();
			restartable.start();
			await().until(() -> roles.get("reports").isLeader());
		});
	}

	@Test
	void aListenerThatHangsHoldsUpTheShutdownNoLongerThanTheDrainTimeout(CapturedLog output) {
		CountDownLatch released = new CountDownLatch(1);
		this.reports.withPropertyValues("distributed-lock.drain-timeout=200ms").run((context) -> {
			Listener leader = context.getBean(Listener.class);
			leader.inRevoked = () -> assertThat(released.await(30, TimeUnit.SECONDS)).isTrue();
			await().until(() -> leader.heard.size() == 1);
			assertThat(CompletableFuture.runAsync(context::close)).succeedsWithin(SOON);
			assertThat(output).contains("A leadership was not given up within 200 ms of the shutdown");
			released.countDown();
		});
	}

	@Test
	void theEndpointShowsTheRoles() {
		this.reports
			.withConfiguration(
					AutoConfigurations.of(LocksEndpointAutoConfiguration.class, EndpointAutoConfiguration.class))
			.withPropertyValues("management.endpoints.web.exposure.include=locks")
			.run((context) -> {
				LocksEndpoint endpoint = context.getBean(LocksEndpoint.class);
				await().untilAsserted(() -> assertThat(((OfInstance) endpoint.locks(null, null, null)).roles())
					.containsExactly(new Role("reports", true)));
			});
	}

	@Test
	void healthShowsTheRoles() {
		this.reports.withConfiguration(AutoConfigurations.of(LocksHealthAutoConfiguration.class)).run((context) -> {
			LocksHealthIndicator health = context.getBean(LocksHealthIndicator.class);
			await().untilAsserted(() -> assertThat(health.health().getDetails()).containsEntry("roles",
					List.of(new Role("reports", true))));
		});
	}

	static class Listener {

		final List<LeaderEvent> heard = new CopyOnWriteArrayList<>();

		volatile Check inRevoked = () -> {
		};

		@EventListener
		void heard(LeaderEvent event) throws Exception {
			this.heard.add(event);
			if (event instanceof LeadershipRevokedEvent) {
				this.inRevoked.run();
			}
		}

	}

	interface Check {

		void run() throws Exception;

	}

	static class Circle {

		private final LeaderRoles roles;

		Circle(@Lazy LeaderRoles roles) {
			this.roles = roles;
		}

	}

}
