package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what it costs Redis if one of many JVMs that wait for a lock asks again. All
 * of them do each second.
 */
class RecheckCostIntegrationTests {

	private static final Duration LONG = Duration.ofMinutes(10);

	private static final int JVMS = 1_000;

	private static final int RECHECKS = 100;

	/** What else runs on the machine makes some dearer. */
	private static final int ROUNDS = 5;

	private static final Pattern CPU = Pattern.compile("used_cpu_(?:sys|user):([\\d.]+)");

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final RedisClient redis = this.server.newClient();

	private final RedisCommands<String, String> commands = this.redis.connect().sync();

	private final LockSession holder = open("holder");

	private final LockSession waiter = open("waiter");

	private final AcquireRequest request = new AcquireRequest("hot", 1, LONG, new Owner("shop", "one", "main"), LONG);

	private final AcquireRequest fair = this.request.waiting(Duration.ofMinutes(1));

	private LockSession open(String name) {
		return new RedisLockStore(TestServers.of(this.server), "lock:").open(name, new Deaf());
	}

	@Test
	void aWaiterThatAsksAgainByItselfDoesNotLookAtThePlacesOfAllOthers() {
		queue(this.fair);
		double first = cpuOf(() -> this.waiter.acquire(this.fair));
		assertThat(recheck(this.fair)).as("processor time of %d re-checks, in s", RECHECKS).isLessThan(first / 3);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void thoseOfAllJvmsLeaveTheServerHalfOfItsProcessor(boolean isFair) {
		AcquireRequest asked = isFair ? this.fair : this.request;
		queue(asked);
		double least = DoubleStream.generate(() -> recheck(asked)).limit(ROUNDS).min().orElseThrow();
		assertThat(least / RECHECKS * JVMS).as("processor time a second, in s").isLessThan(0.5);
	}

	private void queue(AcquireRequest asked) {
		done(this.holder.acquire(new AcquireRequest("hot", 1, LONG, this.request.owner(), Duration.ZERO)));
		done(this.waiter.acquire(asked));
		addOthers();
	}

	private double recheck(AcquireRequest asked) {
		return cpuOf(() -> this.waiter.acquire(List.of(asked)).get(0));
	}

	/** Half of them before it, and half behind it. */
	private void addOthers() {
		String record = this.commands.get("lock:hot");
		Matcher place = Pattern.compile(" waiter:1@(\\d+)(\\w+(?:~\\w+)?)(?:\\^(\\d+))?").matcher(record);
		assertThat(place.find()).isTrue();
		String others = IntStream.range(-JVMS / 2, JVMS / 2)
			.mapToObj((number) -> (number == 0) ? place.group()
					: " another-jvm-" + number + ":1@" + place.group(1) + place.group(2)
							+ waited(place.group(3), number))
			.collect(Collectors.joining());
		this.commands.set("lock:hot", place.replaceFirst(others), SetArgs.Builder.keepttl());
	}

	private static String waited(@Nullable String waited, int number) {
		return (waited != null) ? "^" + (Long.parseLong(waited) + number) : "";
	}

	/** That of the server does not count while it waits for a processor. */
	private double cpuOf(Supplier<CompletionStage<StoreAnswer>> recheck) {
		double before = cpu();
		for (int i = 0; i < RECHECKS; i++) {
			assertThat(done(recheck.get()).state()).isEqualTo(AcquisitionState.QUEUED);
		}
		return cpu() - before;
	}

	private double cpu() {
		return CPU.matcher(this.commands.info("cpu"))
			.results()
			.mapToDouble((found) -> Double.parseDouble(found.group(1)))
			.sum();
	}

	private static <T> T done(CompletionStage<T> stage) {
		return stage.toCompletableFuture().join();
	}

	@AfterEach
	void close() {
		this.holder.close();
		this.waiter.close();
		this.redis.shutdown();
		this.server.close();
	}

}
