package io.github.lockstarter.store.redis.versions;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

import static io.github.lockstarter.store.AcquisitionState.GRANTED;
import static io.github.lockstarter.store.redis.versions.Instance.LEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Instances of a former version and of the present one that share locks while an
 * application is upgraded without stopping it. The first and the third are of one
 * version, the second of the other.
 */
@ParameterizedClass(name = "{0}, present first: {1}")
@CsvSource({ "layout-4, true", "layout-4, false" })
@ExtendWith(RepeatedIfDisturbed.class)
abstract class MixedVersions {

	static final Duration LONG_ENOUGH_TO_BE_REFUSED = Duration.ofSeconds(2);

	static final Share TWO_OF_THREE = new Share(2, 3);

	static final Share ONE_OF_THREE = new Share(1, 3);

	final RedisClient redis = EmbeddedRedis.shared().newClient();

	final RedisCommands<String, String> admin = this.redis.connect().sync();

	final String key = "versions:" + UUID.randomUUID();

	final String record = FormerInstance.PREFIX + this.key;

	@Parameter(0)
	private String version;

	@Parameter(1)
	private boolean presentFirst;

	Instance first;

	Instance second;

	Instance third;

	@BeforeEach
	void open() {
		this.first = open(this.presentFirst);
		this.second = open(!this.presentFirst);
		this.third = open(this.presentFirst);
	}

	private Instance open(boolean present) {
		return present ? new PresentInstance(this.key)
				: new FormerInstance(this.redis, new FormerScripts(this.version), this.key);
	}

	static AcquisitionState take(Instance instance, @Nullable Share share) {
		return instance.acquire(1, share, LEASE, false).state();
	}

	static AcquisitionState queue(Instance instance, @Nullable Share share) {
		return instance.acquire(1, share, LEASE, true).state();
	}

	static AcquisitionState release(Instance instance) {
		return instance.release(1, Duration.ZERO);
	}

	static void awaitGrant(Instance instance, @Nullable Share share) {
		await().untilAsserted(() -> assertThat(queue(instance, share)).isEqualTo(GRANTED));
	}

	@AfterEach
	void close() {
		List.of(this.first, this.second, this.third).forEach(Instance::close);
		this.admin.del(this.record);
		this.redis.shutdown();
	}

}
