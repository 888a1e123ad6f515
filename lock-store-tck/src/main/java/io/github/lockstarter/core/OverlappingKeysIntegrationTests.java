package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.lockstarter.LockHandle;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for calls for several keys each, some of which they have in common.
 */
@EachStore
class OverlappingKeysIntegrationTests extends TwoClients {

	private static final int CALLS = 30;

	private final List<String> keys = Stream.generate(this::anotherKey).limit(12).toList();

	/** Each is guarded by the key of the same index. */
	private final int[] counters = new int[this.keys.size()];

	OverlappingKeysIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	@Test
	void allAreServedAndNoTwoShareAKey() {
		List<CompletableFuture<Integer>> counts = IntStream.range(0, 6)
			.mapToObj((i) -> onAnotherThread(() -> count((i % 2 == 0) ? this.one : this.two, new Random(i))))
			.toList();
		int expected = counts.stream().mapToInt(CompletableFuture::join).sum();
		assertThat(IntStream.of(this.counters).sum()).isEqualTo(expected);
	}

	private int count(DefaultLockClient client, Random random) {
		int counted = 0;
		for (int i = 0; i < CALLS; i++) {
			List<String> some = new ArrayList<>(this.keys);
			Collections.shuffle(some, random);
			some = some.subList(0, 1 + random.nextInt(6));
			try (LockHandle held = client.lock(some).waitTime(AMPLY).acquire()) {
				assertThat(held.isValid()).isTrue();
				some.forEach((key) -> this.counters[this.keys.indexOf(key)]++);
				counted += some.size();
			}
		}
		return counted;
	}

}
