package io.github.lockstarter.applications;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.applications.NonBlockingApplication.Work;
import reactor.blockhound.BlockHound;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Runs the pipelines of two instances, and says what has blocked a thread that must not
 * block. Its argument is the port of Redis.
 */
final class NonBlockingChild {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final int DEPTH = 25;

	private static final int TALLIES = 4;

	private static final int CALLS = 2000;

	private final Set<String> blocked = ConcurrentHashMap.newKeySet();

	private final Work one;

	private final Work other;

	private final LockClient locks;

	private final LockAdmin admin;

	private NonBlockingChild(ConfigurableApplicationContext one, ConfigurableApplicationContext other) {
		this.one = one.getBean(Work.class);
		this.other = other.getBean(Work.class);
		this.locks = one.getBean(LockClient.class);
		this.admin = one.getBean(LockAdmin.class);
	}

	public static void main(String[] arguments) {
		try (ConfigurableApplicationContext one = instance(arguments[0]);
				ConfigurableApplicationContext other = instance(arguments[0])) {
			System.out.println("started");
			new NonBlockingChild(one, other).run();
		}
	}

	private static ConfigurableApplicationContext instance(String redis) {
		return new SpringApplicationBuilder(NonBlockingApplication.class).web(WebApplicationType.NONE)
			.run("--spring.data.redis.port=" + redis, "--spring.main.banner-mode=off",
					"--distributed-lock.wait-time=2m");
	}

	private void run() {
		install();
		work();
		lose();
		cancel();
		System.out.println("blocked " + this.blocked);
		this.blocked.clear();
		block();
		System.out.println("seen " + this.blocked);
	}

	/** Mutexes are allowed where nobody waits for anything while it has them. */
	private void install() {
		BlockHound.builder()
			.loadIntegrations()
			.allowBlockingCallsInside("io.github.lockstarter.core.queue.LockQueue", "lock")
			.allowBlockingCallsInside("io.github.lockstarter.core.platform.CoalescingTimer", "set")
			.allowBlockingCallsInside("io.lettuce.core.protocol.SharedLock", "incrementWriters")
			.allowBlockingCallsInside("io.netty.buffer.AdaptivePoolingAllocator", "allocate")
			.allowBlockingCallsInside("java.util.concurrent.ThreadPoolExecutor", "execute")
			.allowBlockingCallsInside("java.util.concurrent.ThreadPoolExecutor", "remove")
			.blockingMethodCallback((method) -> this.blocked.add(stack()))
			.install();
	}

	private static String stack() {
		return StackWalker.getInstance()
			.walk((frames) -> frames.skip(2)
				.filter((frame) -> !frame.getClassName().startsWith("reactor.blockhound"))
				.limit(DEPTH)
				.map(Object::toString)
				.collect(Collectors.joining(" < ")));
	}

	/** Calls on both instances for the same locks at the same time. */
	private void work() {
		List<Tally> tallies = Stream.generate(Tally::new).limit(TALLIES).toList();
		List<Flux<Integer>> calls = IntStream.range(0, CALLS).mapToObj((call) -> {
			Work work = (call % 2 == 0) ? this.one : this.other;
			int tally = call % TALLIES;
			return (call % 3 == 0) ? work.addTwice(tally, tallies.get(tally))
					: work.add(tally, tallies.get(tally)).flux();
		}).toList();
		Flux.merge(Flux.fromIterable(calls).map((call) -> call.subscribeOn(Schedulers.parallel())), CALLS)
			.blockLast(PATIENCE);
		int added = IntStream.range(0, CALLS).map((call) -> (call % 3 == 0) ? 2 : 1).sum();
		assertThat(tallies.stream().mapToInt(Tally::read).sum()).isEqualTo(added);
	}

	private void lose() {
		CompletableFuture<Void> losing = this.one.endless().subscribeOn(Schedulers.parallel()).toFuture();
		await().atMost(PATIENCE).until(this::isHeld);
		this.admin.forceRelease("endless");
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> Mono.fromFuture(losing).block(PATIENCE));
	}

	/** While it waits for the lock in both instances, and while it holds it. */
	private void cancel() {
		Disposable holder = this.one.endless().subscribeOn(Schedulers.parallel()).subscribe();
		await().atMost(PATIENCE).until(this::isHeld);
		for (Work each : List.of(this.one, this.other)) {
			assertThatExceptionOfType(RuntimeException.class)
				.isThrownBy(() -> each.endless()
					.subscribeOn(Schedulers.parallel())
					.timeout(Duration.ofMillis(200))
					.block(PATIENCE))
				.withCauseInstanceOf(TimeoutException.class);
		}
		Schedulers.parallel().schedule(holder::dispose);
		await().atMost(PATIENCE).until(() -> !isHeld());
	}

	/** What must not be done there: a method that waits on the thread of its caller. */
	private void block() {
		LockHandle held = this.locks.lock("blocking").acquire();
		CompletableFuture<Void> waiting = Mono.<Void>fromRunnable(this.one::block)
			.subscribeOn(Schedulers.parallel())
			.toFuture();
		await().atMost(PATIENCE).until(() -> !this.blocked.isEmpty());
		held.close();
		Mono.fromFuture(waiting).block(PATIENCE);
	}

	private boolean isHeld() {
		return this.locks.lock("endless").inspect().held();
	}

}
