package io.github.lockstarter;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.store.memory.MemoryLockStore;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for a client that is built without an application context.
 */
class LockClientBuilderTests {

	private final MemoryLockStore store = new MemoryLockStore();

	@Test
	void locksWithoutSpring() {
		try (CloseableLockClient one = new LockClientBuilder(this.store).build();
				CloseableLockClient two = new LockClientBuilder(this.store).build()) {
			one.start();
			one.lock("key").run(() -> assertThat(two.lock("key").tryAcquire()).isEmpty());
			assertThat(two.lock("key").tryRun(() -> {
			})).isTrue();
		}
	}

	@Test
	void settingsOfALockBeatTheCodeAndTheCodeBeatsTheDefaults() {
		try (CloseableLockClient client = new LockClientBuilder(this.store)
			.defaults(LockOptions.of(LockOption.LEASE_TIME, Duration.ofMinutes(1)))
			.lock("orders", LockOptions.of(LockOption.LEASE_TIME, Duration.ofMinutes(9)))
			.build()) {
			assertThat(remaining(client, "payments", null)).isBetween(Duration.ofSeconds(50), Duration.ofMinutes(1));
			assertThat(remaining(client, "payments", Duration.ofMinutes(3))).isGreaterThan(Duration.ofMinutes(2));
			assertThat(remaining(client, "orders", Duration.ofMinutes(3))).isGreaterThan(Duration.ofMinutes(8));
		}
	}

	private static Duration remaining(CloseableLockClient client, String name, Duration lease) {
		LockOptions options = LockOptions.NONE.with(LockOption.LEASE_TIME, lease);
		try (LockHandle held = client.lock("key").name(name).options(options).acquire()) {
			return held.remaining();
		}
	}

	@Test
	void showsItselfWithHostAndProcess() {
		try (CloseableLockClient client = new LockClientBuilder(this.store).application("shop").build();
				LockHandle held = client.lock("key").acquire()) {
			assertThat(held.isValid()).isTrue();
			assertThat(client.lock("key").inspect().holder()).satisfies((holder) -> {
				assertThat(holder.application()).isEqualTo("shop");
				assertThat(holder.instance()).endsWith(":" + ProcessHandle.current().pid());
			});
		}
	}

	@Test
	void tellsOfEvents() {
		CompletableFuture<LockEvent> told = new CompletableFuture<>();
		try (CloseableLockClient client = new LockClientBuilder(this.store).listener(told::complete).build()) {
			client.lock("key").acquire().close();
			assertThat(told).succeedsWithin(Duration.ofSeconds(20));
		}
	}

	@Test
	void settingsThatContradictEachOtherAreRefusedBeforeTheFirstCall() {
		LockOptions fair = LockOptions.of(LockOption.FAIR, true);
		LockOptions backingOff = LockOptions.of(LockOption.WAIT_STRATEGY, WaitStrategy.BACK_OFF);
		LockClientBuilder contradictory = new LockClientBuilder(this.store).defaults(fair)
			.lock("OrderService.process", backingOff);
		assertThatIllegalArgumentException().isThrownBy(contradictory::build)
			.withMessage("The option 'fair' (true) is at odds with the option 'waitStrategy' (BACK_OFF)."
					+ " Callers that back off have no place in a queue: leave out one of the two.");
		LockClientBuilder alike = new LockClientBuilder(this.store).defaults(backingOff.over(fair));
		assertThatIllegalArgumentException().isThrownBy(alike::build).withMessageContaining("leave out one of the two");
	}

}
