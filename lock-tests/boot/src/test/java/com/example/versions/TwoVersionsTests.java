package com.example.versions;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.testing.EmbeddedRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Lets an instance with the packaged starter and one with a former version of it share
 * one Redis, as they do while an application is upgraded. {@code .ci/versions} runs it,
 * and says by {@code former.jars} where the former version is.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoVersionsTests {

	private static final Pattern PRESENT = Pattern.compile(".*/lock-(autoconfigure|boot3|starter)-[^/]*\\.jar");

	private static final Pattern FIXTURES = Pattern.compile(".*/lock-(autoconfigure-[^/]*-fixtures|test-[^/]*)\\.jar");

	private static final String LONG = Duration.ofMinutes(5).toString();

	private static final int TIMES = 50;

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final RedisClient client = this.server.newClient();

	private final RedisCommands<String, String> redis = this.client.connect().sync();

	private Instance former;

	private Instance present;

	@BeforeAll
	void start() throws IOException {
		List<String> all = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
			.filter((entry) -> !FIXTURES.matcher(entry).matches())
			.toList();
		List<String> others = all.stream().filter((entry) -> !PRESENT.matcher(entry).matches()).toList();
		this.present = new Instance(String.join(File.pathSeparator, all), this.server.port());
		this.former = new Instance(Stream.concat(Stream.of(System.getProperty("former.jars")), others.stream())
			.collect(Collectors.joining(File.pathSeparator)), this.server.port());
	}

	@AfterAll
	void end() {
		Stream.of(this.former, this.present).forEach(Instance::close);
		this.client.shutdown();
		this.server.close();
	}

	@Test
	void eachInstanceHasAVersionOfItsOwn() {
		assertThat(System.getProperty("former.jars").split(File.pathSeparator)).contains(this.former.jar());
		assertThat(this.present.jar()).isNotEqualTo(this.former.jar());
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void theOtherIsRefusedUntilTheLockIsReleased(boolean presentFirst) throws IOException {
		Instance holder = presentFirst ? this.present : this.former;
		Instance other = presentFirst ? this.former : this.present;
		String key = "refused:" + presentFirst;
		long token = Long.parseLong(holder.ask("acquire " + key + " PT0S"));
		assertThat(other.ask("acquire " + key + " PT0S")).isEqualTo("refused");
		assertThat(other.ask("acquire " + key + " PT1S")).isEqualTo("refused");
		assertThat(holder.ask("release " + key)).isEqualTo("released");
		assertThat(Long.parseLong(other.ask("acquire " + key + " " + LONG))).isGreaterThan(token);
		assertThat(holder.ask("acquire " + key + " PT0S")).isEqualTo("refused");
		assertThat(other.ask("release " + key)).isEqualTo("released");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aReleaseHandsTheLockToAWaiterOfTheOther(boolean presentFirst) throws IOException {
		Instance holder = presentFirst ? this.present : this.former;
		Instance waiter = presentFirst ? this.former : this.present;
		String key = "handed:" + presentFirst;
		long token = Long.parseLong(holder.ask("acquire " + key + " PT0S"));
		for (int time = 0; time < 4; time++) {
			waiter.tell("acquire " + key + " " + LONG);
			Instance asked = holder;
			await().atMost(Duration.ofMinutes(1)).until(() -> asked.ask("waiters " + key).equals("1"));
			assertThat(holder.ask("release " + key)).isEqualTo("released");
			long next = Long.parseLong(waiter.answer());
			assertThat(next).isGreaterThan(token);
			token = next;
			waiter = holder;
			holder = (holder == this.present) ? this.former : this.present;
		}
		assertThat(holder.ask("release " + key)).isEqualTo("released");
	}

	@Test
	void threadsOfBothCountWithoutAMistakeAndTheirTokensGrow() throws IOException {
		List<Instance> both = List.of(this.former, this.present);
		both.forEach((instance) -> instance.tell("count stock 4 " + TIMES));
		for (Instance instance : both) {
			assertThat(instance.answer()).isEqualTo("counted");
		}
		assertThat(this.redis.get("number:stock")).isEqualTo(Integer.toString(2 * 4 * TIMES));
		List<Long> tokens = this.redis.lrange("tokens:stock", 0, -1).stream().map(Long::valueOf).toList();
		assertThat(tokens).hasSize(2 * 4 * TIMES).isSorted().doesNotHaveDuplicates();
	}

}
