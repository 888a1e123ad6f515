package io.github.lockstarter.applications;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockClientBuilder;
import io.github.lockstarter.applications.Journal.Entry;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.RedisClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Instances in JVMs of their own, which are killed in the middle of methods that have
 * returned before their work is done.
 */
@Full
class KilledInstancesIntegrationTests {

	/** Counts from the last renewal; whoever waits asks again about every second. */
	private static final Duration TAKEN_OVER = JournalApplication.LEASE.plusSeconds(5);

	private static final Duration START = Duration.ofMinutes(2);

	/** In each of them an instance is killed, and one is left. */
	private static final List<String> METHODS = List.of("future", "mono", "suspending");

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	private final List<ChildJvm> instances = new ArrayList<>();

	private final Set<Long> killed = new HashSet<>();

	private Journal journal;

	@BeforeEach
	void start(@TempDir Path directory) throws IOException {
		Path file = Files.createFile(directory.resolve("journal"));
		this.journal = new Journal(file);
		Stream.generate(
				() -> ChildJvm.startWith("-XX:TieredStopAtLevel=1", JournalApplication.class, this.redis.port(), file))
			.limit(METHODS.size() + 1)
			.forEach(this.instances::add);
		await().atMost(START).until(() -> this.instances.stream().allMatch((each) -> worksAfter(0, each)));
	}

	@Test
	void anotherInstanceTakesOverWithinTheLeaseAndNoTwoWorkAtOnce() {
		for (String method : METHODS) {
			kill(freezeInside(method));
			int before = this.journal.entries().size();
			StallProofTime.awaitWithin(TAKEN_OVER, () -> this.journal.entries().size() > before);
			await().until(() -> this.instances.stream().allMatch((each) -> worksAfter(before, each)));
		}
		this.instances.forEach(ChildJvm::go);
		assertThat(this.instances).allMatch((each) -> each.awaitExit() == 0);
		assertOneAtATime();
		try (RedisClient client = this.redis.newClient();
				CloseableLockClient observer = new LockClientBuilder(
						new RedisLockStore(RedisServers.at(this.redis.uri()), "lock:"))
					.build()) {
			assertThat(observer.lock("tally").inspect().held()).isFalse();
		}
	}

	private boolean worksAfter(int entries, ChildJvm instance) {
		assertThat(instance.isAlive()).isTrue();
		return this.journal.entries().stream().skip(entries).anyMatch((entry) -> entry.instance() == instance.pid());
	}

	/** Until it is known to stand still between the beginning and the end of its work. */
	private ChildJvm freezeInside(String method) {
		List<ChildJvm> frozen = new ArrayList<>();
		await().pollInterval(Duration.ofMillis(1)).until(() -> {
			Entry begun = inside(method);
			this.instances.stream()
				.filter((each) -> begun != null && each.pid() == begun.instance())
				.forEach((each) -> {
					each.pause();
					if (begun.equals(inside(method))) {
						frozen.add(each);
					}
					else {
						each.resume();
					}
				});
			return !frozen.isEmpty();
		});
		return frozen.get(0);
	}

	private @Nullable Entry inside(String method) {
		List<Entry> entries = this.journal.entries();
		Entry last = entries.get(entries.size() - 1);
		return (last.begins() && last.method().equals(method)) ? last : null;
	}

	private void kill(ChildJvm instance) {
		instance.kill();
		this.instances.remove(instance);
		this.killed.add(instance.pid());
	}

	private void assertOneAtATime() {
		Entry begun = null;
		long token = 0;
		for (Entry entry : this.journal.entries()) {
			if (entry.begins()) {
				assertThat(begun == null || this.killed.contains(begun.instance())).as(entry + " inside of " + begun)
					.isTrue();
				assertThat(entry.token()).isGreaterThan(token);
				begun = entry;
				token = entry.token();
			}
			else {
				assertThat(begun).as("what " + entry + " belongs to").isNotNull();
				assertThat(entry.ends(begun)).as(entry + " after " + begun).isTrue();
				begun = null;
			}
		}
		assertThat(begun).isNull();
	}

	@AfterEach
	void close() {
		this.instances.forEach(ChildJvm::close);
		this.redis.close();
	}

}
