package io.github.lockstarter.benchmarks.worker;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

import io.github.lockstarter.benchmarks.BrokenContender;
import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Contenders;
import io.github.lockstarter.benchmarks.Store;
import io.github.lockstarter.benchmarks.Target;
import io.github.lockstarter.benchmarks.Trait;
import io.github.lockstarter.benchmarks.harness.Servers;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two clients of each contender work under one lock, as two workers do, but in one JVM.
 */
@Full
class ExclusionIntegrationTests {

	private static final Duration SHORT = Duration.ofMillis(400);

	/** On a busy machine no thread may come to work in a short time. */
	private static final Duration LONG = Duration.ofSeconds(20);

	private static Servers servers;

	@TempDir
	private Path directory;

	@BeforeAll
	static void start() throws IOException {
		servers = Servers.open(EnumSet.of(Store.REDIS, Store.POSTGRESQL), "");
	}

	@AfterAll
	static void stop() {
		servers.close();
	}

	/** A quorum lets nobody in until its servers have been up for a lease. */
	private static Stream<String> names() {
		return Stream.of(Store.REDIS, Store.POSTGRESQL).flatMap((store) -> Contenders.names(store).stream());
	}

	static List<String> thoseThatWait() {
		return names().filter((name) -> Contenders.traits(name).contains(Trait.WAITS)).toList();
	}

	static List<String> thoseThatDoNotWait() {
		return names().filter((name) -> !Contenders.traits(name).contains(Trait.WAITS)).toList();
	}

	static Stream<Arguments> thoseThatShare() {
		return names().flatMap((name) -> Stream.of(Trait.READS, Trait.PERMITS)
			.filter(Contenders.traits(name)::contains)
			.map((trait) -> Arguments.of(name, Load.valueOf(trait.name()))));
	}

	@ParameterizedTest
	@MethodSource("thoseThatWait")
	void twoClientsExcludeEachOther(String name) throws Exception {
		Tally sum = work(name, Load.LOOP, 2, Tally::all);
		assertThat(sum.all()).isPositive();
		assertThat(sum.violations()).isZero();
		assertThat(entered()).isEqualTo(sum.all());
	}

	@ParameterizedTest
	@MethodSource("thoseThatDoNotWait")
	void oneThreadAloneAlwaysObtainsTheLock(String name) throws Exception {
		Tally sum = work(name, Load.LOOP, 1, Tally::attempts);
		assertThat(sum.attempts()).isPositive().isEqualTo(sum.successes());
		assertThat(entered()).isEqualTo(sum.all());
	}

	@Test
	void clientsThatDoNotExcludeAreNoticed() throws Exception {
		assertThat(work(BrokenContender.class.getName(), Load.LOOP, 2, Tally::violations).violations()).isPositive();
	}

	@ParameterizedTest
	@MethodSource("thoseThatShare")
	void threadsOfTwoClientsShareALock(String name, Load load) throws Exception {
		Tally sum = work(name, load, 2, Tally::all);
		assertThat(sum.all()).isPositive();
		assertThat(sum.violations()).isZero();
		assertThat(entered()).isEqualTo(sum.all());
	}

	@ParameterizedTest
	@EnumSource(names = { "READS", "PERMITS" })
	void clientsThatShareTooMuchAreNoticed(Load load) throws Exception {
		assertThat(work(BrokenContender.class.getName(), load, 2, Tally::violations).violations()).isPositive();
	}

	/** For longer each time, until there is what is looked for. */
	private Tally work(String name, Load load, int clients, ToLongFunction<Tally> wanted) throws Exception {
		Tally sum = new Tally();
		for (Duration time = SHORT; wanted.applyAsLong(sum) == 0
				&& time.compareTo(LONG) < 0; time = time.multipliedBy(2)) {
			sum.add(work(name, load, clients, time));
		}
		return sum;
	}

	private Tally work(String name, Load load, int clients, Duration time) throws Exception {
		Target where = servers.target(Contenders.store(name));
		Contender first = Contenders.open(name, where);
		Contender second = Contenders.open(name, where);
		ExecutorService threads = Executors.newFixedThreadPool(2);
		try {
			long from = System.nanoTime();
			long to = from + time.toNanos();
			int crew = (load == Load.LOOP) ? clients : SharedLoad.CAPACITY;
			Duration section = (load == Load.LOOP) ? Duration.ZERO : Duration.ofMillis(1);
			Step step = new Step(load, "exclusion:" + name + load, 1, crew, section, Duration.ofSeconds(20),
					this.directory.resolve("memory"), 0, from, to, to);
			Step other = new Step(load, step.key(), 1, crew, step.section(), step.waitTime(), step.file(), 1, from, to,
					to);
			List<Callable<WorkerResult>> work = List.of(() -> run(first, step), () -> run(second, other));
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

	private static WorkerResult run(Contender contender, Step step) throws Exception {
		return (step.load() == Load.LOOP) ? new LoopLoad(contender, step).run() : new SharedLoad(contender, step).run();
	}

	private long entered() {
		return SharedMemory.map(this.directory.resolve("memory")).entered();
	}

}
