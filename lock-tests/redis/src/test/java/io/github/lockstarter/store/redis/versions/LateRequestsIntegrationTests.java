package io.github.lockstarter.store.redis.versions;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.lockstarter.testing.EmbeddedRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random play of four instances on a real server, two of them of a former version, with
 * requests that come late and twice. The system property {@code late.seconds} sets for
 * how long, and {@code late.seed} plays one seed again.
 */
@Tag("longer")
@Timeout(value = 12, unit = TimeUnit.HOURS)
class LateRequestsIntegrationTests {

	private static final String VERSION = "layout-4";

	private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("late.seconds", 5));

	private static final int STEPS = 1000;

	/** Of which an error is found in one. */
	private static final int SEEDS = 10;

	private final RedisClient redis = EmbeddedRedis.shared().newClient();

	private final RedisCommands<String, String> admin = this.redis.connect().sync();

	@Test
	void nothingThatComesLateOrTwiceBreaksALock() {
		Long given = Long.getLong("late.seed");
		long seed = (given != null) ? given : System.currentTimeMillis();
		long startedAt = System.nanoTime();
		do {
			assertThat(play(seed, this::mixed)).as("-Dlate.seed=" + seed).isEmpty();
			seed++;
		}
		while (given == null && System.nanoTime() - startedAt < TIME.toNanos());
	}

	private List<Instance> mixed(String key) {
		FormerScripts former = new FormerScripts(VERSION);
		return List.of(new PresentInstance(key), new FormerInstance(this.redis, former, key), new PresentInstance(key),
				new FormerInstance(this.redis, former, key));
	}

	@ParameterizedTest
	@EnumSource
	void anErrorInTheScriptsIsFound(ScriptError error) {
		error.assertFits(new FormerScripts(VERSION));
		FormerScripts scripts = new FormerScripts(VERSION, error);
		Function<String, List<Instance>> instances = (
				key) -> Stream.<Instance>generate(() -> new FormerInstance(this.redis, scripts, key)).limit(4).toList();
		int found = 0;
		while (found < SEEDS && play(found, instances).isEmpty()) {
			found++;
		}
		assertThat(found).as("seeds that found nothing").isLessThan(SEEDS);
	}

	private Optional<String> play(long seed, Function<String, List<Instance>> open) {
		String key = "late:" + UUID.randomUUID();
		List<Instance> instances = open.apply(key);
		try {
			return new RandomPlay(seed, this.admin, FormerInstance.PREFIX + key, instances).play(STEPS);
		}
		finally {
			instances.forEach(Instance::close);
			this.admin.del(FormerInstance.PREFIX + key);
		}
	}

	@AfterEach
	void close() {
		this.redis.shutdown();
	}

}
