package io.github.lockstarter.benchmarks.worker;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.github.lockstarter.benchmarks.BrokenContender;
import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Contenders;
import io.github.lockstarter.benchmarks.Target;
import io.github.lockstarter.benchmarks.Trait;
import io.github.lockstarter.benchmarks.harness.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two clients of each contender work under one lock, as two workers do, but in one JVM.
 */
class ExclusionIntegrationTests {

	private static final Duration SHORT = Duration.ofMillis(400);

	private static RedisServer redis;

	@TempDir
	private Path directory;

	@BeforeAll
	static void start() throws IOException {
		redis = RedisServer.open("");
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	static List<String> thoseThatWait() {
		return Contenders.names().stream().filter((name) -> Contenders.traits(name).contains(Trait.WAITS)).toList();
	}

	static List<String> thoseThatDoNotWait() {
		return Contenders.names().stream().filter((name) -> !Contenders.traits(name).contains(Trait.WAITS)).toList();
	}

	@ParameterizedTest
	@MethodSource("thoseThatWait")
	void twoClientsExcludeEachOther(String name) throws Exception {
		Tally sum = work(name, 2);
		assertThat(sum.all()).isPositive();
		assertThat(sum.violations()).isZero();
		assertThat(entered()).isEqualTo(sum.all());
	}

	@ParameterizedTest
	@MethodSource("thoseThatDoNotWait")
	void oneThreadAloneAlwaysObtainsTheLock(String name) throws Exception {
		Tally sum = work(name, 1);
		assertThat(sum.attempts()).isPositive().isEqualTo(sum.successes());
		assertThat(entered()).isEqualTo(sum.all());
	}

	@Test
	void clientsThatDoNotExcludeAreNoticed() throws Exception {
		assertThat(work(BrokenContender.class.getName(), 2).violations()).isPositive();
	}

	private Tally work(String name, int clients) throws Exception {
		Target where = Target.server(redis.host(), redis.port());
		Contender first = Contenders.open(name, where);
		Contender second = Contenders.open(name, where);
		ExecutorService threads = Executors.newFixedThreadPool(2);
		try {
			long from = System.nanoTime();
			long to = from + SHORT.toNanos();
			Step step = new Step(Load.LOOP, "exclusion:" + name, 1, clients, Duration.ZERO, Duration.ofSeconds(20),
					this.directory.resolve("memory"), 0, from, to, to);
			Step other = new Step(Load.LOOP, step.key(), 1, clients, step.section(), step.waitTime(), step.file(), 1,
					from, to, to);
			List<Callable<WorkerResult>> work = List.of(() -> new LoopLoad(first, step).run(),
					() -> new LoopLoad(second, other).run());
			List<Future<WorkerResult>> results = threads.invokeAll(work.subList(0, clients));
			Tally sum = new Tally();
			for (Future<WorkerResult> result : results) {
				sum.add(result.get().tally());
			}
			return sum;
		}
		finally {
			threads.shutdownNow();
			first.close();
			second.close();
		}
	}

	private long entered() {
		return SharedMemory.map(this.directory.resolve("memory")).entered();
	}

}
