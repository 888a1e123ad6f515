package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.stream.IntStream;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Reads what a client tells about itself and about wrong use.
 */
class MessagesOfTheClientTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final DefaultLockClient client = new DefaultLockClient(LockStores.of(StallProofMemory.newStore()),
			new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("shop", "host:1"),
			LockClientOptions.DEFAULT,
			new DefaultLockClient.Observers(LockEventListener.NONE, LockInstrumentation.NONE),
			new StallProofPlatform());

	@AfterEach
	void close() {
		this.client.close();
	}

	@Test
	void showsItself() {
		assertThat(this.client).hasToString("LockClient[shop, host:1]");
		assertThat(this.client.lock("order:42")).hasToString("LockSpec[order:42]");
		assertThat(this.client.lock(List.of("b", "a")).name("pair")).hasToString("LockSpec[a, b; pair]");
		assertThat(this.client.lock("order:42").asLock()).hasToString("Lock[order:42]");
	}

	@ParameterizedTest
	@ValueSource(strings = { "a b", " ", "a\t" })
	void refusesANameWithWhiteSpace(String name) {
		LockSpec lock = this.client.lock("key");
		assertThatIllegalArgumentException().isThrownBy(() -> lock.name(name))
			.withMessage("The name of the lock, '" + name
					+ "', contains white space; write one without, such as 'OrderService.process'.");
		lock.name("").name("OrderService.process").run(() -> {
		});
	}

	@Test
	void aRefusalOfSeveralKeysNamesAFewAndSaysHowFarItCame() {
		List<String> keys = IntStream.rangeClosed(10, 29).mapToObj((i) -> "k" + i).toList();
		try (LockHandle held = this.client.lock("k27").acquire().detach()) {
			assertThat(held.isValid()).isTrue();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> this.client.lock(keys).waitTime(Duration.ZERO).acquire())
				.withMessageMatching("Lock 'k10, k11, k12, k13, k14 and 15 more' was not acquired within \\d+ ms"
						+ " because others held its key 'k27', or the time was too short for so many keys;"
						+ " those before it, 17 of 20, were given back\\.")
				.satisfies((ex) -> assertThat(ex.getLock()).isEqualTo("k10, k11, k12, k13, k14 and 15 more"));
		}
	}

	@Test
	void aRefusalOfTheFirstOfSeveralKeysSpeaksOfNoneBefore() {
		try (LockHandle held = this.client.lock("k1").acquire().detach()) {
			assertThat(held.isValid()).isTrue();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> this.client.lock(List.of("k1", "k2")).waitTime(Duration.ZERO).acquire())
				.withMessageMatching("Lock 'k1, k2' was not acquired within \\d+ ms because others held its key 'k1',"
						+ " the first of 2\\.");
		}
	}

	@Test
	void saysWhoHoldsALockOfTheJdkThatAnotherThreadUnlocks() {
		Lock lock = this.client.lock("order:42").asLock();
		lock.lock();
		assertThat(CompletableFuture.runAsync(lock::unlock, (task) -> new Thread(task, "other").start()))
			.failsWithin(SOON)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(IllegalMonitorStateException.class)
			.withMessage("Lock 'order:42' is not held by thread 'other'. Thread '" + Thread.currentThread().getName()
					+ "' holds it; only that thread can unlock it. To release from any thread, use a LockHandle.");
		lock.unlock();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(lock::unlock)
			.withMessage("Lock 'order:42' is not held by thread '" + Thread.currentThread().getName() + "'.");
	}

}
