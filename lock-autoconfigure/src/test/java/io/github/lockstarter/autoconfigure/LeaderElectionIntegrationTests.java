package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.leader.LeaderRole;
import io.github.lockstarter.leader.LeaderRoles;
import io.github.lockstarter.leader.LeadershipGrantedEvent;
import io.github.lockstarter.testing.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Several applications that elect a leader by a real Redis.
 */
@ExtendWith(OutputCaptureExtension.class)
class LeaderElectionIntegrationTests {

	/** A hand-over takes milliseconds; a lost message would cost a second. */
	private static final Duration AT_ONCE = Duration.ofMillis(900);

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	private final List<ConfigurableApplicationContext> applications = new ArrayList<>();

	@AfterEach
	void close() {
		this.applications.forEach(ConfigurableApplicationContext::close);
		this.redis.close();
	}

	private ConfigurableApplicationContext start() {
		ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.run("--spring.data.redis.port=" + this.redis.port(), "--distributed-lock.leader.roles=reports",
					"--distributed-lock.locks.leader.reports.lease-time=3s", "--spring.main.banner-mode=off");
		this.applications.add(application);
		return application;
	}

	private static LeaderRole role(ConfigurableApplicationContext application) {
		return application.getBean(LeaderRoles.class).get("reports");
	}

	private Optional<ConfigurableApplicationContext> leader() {
		return this.applications.stream()
			.filter((application) -> application.isActive() && role(application).isLeader())
			.findFirst();
	}

	@Test
	void oneOfThreeLeadsAndEachThatStopsHandsOverAtOnce() {
		for (int i = 0; i < 3; i++) {
			start();
		}
		for (int left = 3; left > 1; left--) {
			await().until(() -> leader().isPresent());
			assertThat(this.applications).filteredOn(ConfigurableApplicationContext::isActive)
				.filteredOn((application) -> role(application).isLeader())
				.hasSize(1);
			// each of the others has subscribed and queues
			ConfigurableApplicationContext leading = leader().orElseThrow();
			int waiting = left - 1;
			await()
				.until(() -> leading.getBean(LockClient.class).lock("leader:reports").inspect().waiters() == waiting);
			Thread closing = new Thread(leading::close);
			closing.start();
			await().until(() -> !role(leading).isLeader());
			long endedAt = System.nanoTime();
			await().pollInterval(Duration.ofMillis(5)).until(() -> leader().isPresent());
			assertThat(Duration.ofNanos(System.nanoTime() - endedAt)).isLessThan(AT_ONCE);
			await().until(() -> !closing.isAlive());
			this.applications.remove(leading);
		}
	}

	@Test
	void afterAnOutageThereIsALeaderAgainWithALargerToken(CapturedOutput output) {
		ConfigurableApplicationContext one = start();
		ConfigurableApplicationContext two = start();
		await().until(() -> leader().isPresent());
		long token = role(leader().orElseThrow()).fencingToken().orElseThrow();
		this.redis.stop();
		await().until(() -> leader().isEmpty());
		this.redis.restart();
		await().atMost(Duration.ofSeconds(60)).until(() -> leader().isPresent());
		assertThat(role(leader().orElseThrow()).fencingToken().orElseThrow()).isGreaterThan(token);
		assertThat(role(one).isLeader() && role(two).isLeader()).isFalse();
		assertThat(output.getOut().split("can't take part in the election", -1).length - 1).isLessThanOrEqualTo(2);
		assertThat(Math.max(one.getBean(Tokens.class).latest.get(), two.getBean(Tokens.class).latest.get()))
			.isGreaterThan(token);
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ LockAutoConfiguration.class, LeaderAutoConfiguration.class,
			DataRedisAutoConfiguration.class })
	@Import(Tokens.class)
	static class Application {

	}

	static class Tokens {

		final AtomicLong latest = new AtomicLong();

		@EventListener
		void on(LeadershipGrantedEvent event) {
			this.latest.accumulateAndGet(event.fencingToken(), Math::max);
		}

	}

}
