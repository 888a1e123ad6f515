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

	/** Long before a lease of 60 s ends, however busy the machine is. */
	private static final Duration AT_ONCE = Duration.ofSeconds(20);

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	private final List<Instance> instances = new ArrayList<>();

	@AfterEach
	void close() {
		this.instances.forEach((instance) -> instance.application().close());
		this.redis.close();
	}

	private Instance start(String lease) {
		ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.run("--spring.data.redis.port=" + this.redis.port(), "--distributed-lock.leader.roles=reports",
					"--distributed-lock.locks.leader.reports.lease-time=" + lease, "--spring.main.banner-mode=off");
		Instance instance = new Instance(application, application.getBean(LeaderRoles.class).get("reports"));
		this.instances.add(instance);
		return instance;
	}

	private Optional<Instance> leader() {
		return this.instances.stream().filter((instance) -> instance.role().isLeader()).findFirst();
	}

	@Test
	void oneOfThreeLeadsAndEachThatStopsHandsOverAtOnce() {
		for (int i = 0; i < 3; i++) {
			start("60s");
		}
		for (int left = 3; left > 1; left--) {
			await().until(() -> leader().isPresent());
			assertThat(this.instances).filteredOn((instance) -> instance.role().isLeader()).hasSize(1);
			// each of the others has subscribed and queues
			Instance leading = leader().orElseThrow();
			LockClient locks = leading.application().getBean(LockClient.class);
			int waiting = left - 1;
			await().until(() -> locks.lock("leader:reports").inspect().waiters() == waiting);
			Thread closing = new Thread(leading.application()::close);
			closing.start();
			await().until(() -> !leading.role().isLeader());
			long endedAt = System.nanoTime();
			await().pollInterval(Duration.ofMillis(5)).until(() -> leader().isPresent());
			assertThat(Duration.ofNanos(System.nanoTime() - endedAt)).isLessThan(AT_ONCE);
			await().until(() -> !closing.isAlive());
			this.instances.remove(leading);
		}
	}

	@Test
	void afterAnOutageThereIsALeaderAgainWithALargerToken(CapturedOutput output) {
		Instance one = start("3s");
		Instance two = start("3s");
		await().until(() -> leader().isPresent());
		long token = leader().orElseThrow().role().fencingToken().orElseThrow();
		this.redis.stop();
		await().until(() -> leader().isEmpty());
		this.redis.restart();
		await().atMost(Duration.ofSeconds(60)).until(() -> leader().isPresent());
		assertThat(leader().orElseThrow().role().fencingToken().orElseThrow()).isGreaterThan(token);
		assertThat(one.role().isLeader() && two.role().isLeader()).isFalse();
		assertThat(output.getOut().split("can't take part in the election", -1).length - 1).isLessThanOrEqualTo(2);
		await().until(() -> Math.max(one.application().getBean(Tokens.class).latest.get(),
				two.application().getBean(Tokens.class).latest.get()) > token);
	}

	private record Instance(ConfigurableApplicationContext application, LeaderRole role) {
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
