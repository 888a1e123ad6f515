package io.github.lockstarter.benchmarks;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ContendersTests {

	private static final Target WHERE = Target.server("localhost", 1);

	@Test
	void aNameThatNobodyHasIsAnsweredWithThoseThatThereAre() {
		assertThatIllegalArgumentException().isThrownBy(() -> Contenders.open("nobody", WHERE))
			.withMessageContaining("no contender 'nobody'")
			.withMessageContaining("lock-starter, lock-starter-fair, lock-starter-remote, redisson");
	}

	@Test
	void aSettingWithoutAValueIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> Contenders.open("lock-starter:renewal", WHERE))
			.withMessageContaining("as name=value");
	}

	@Test
	void aClassMayBeAContender() {
		try (Contender contender = Contenders.open(BrokenContender.class.getName(), WHERE)) {
			assertThat(contender).isInstanceOf(BrokenContender.class);
		}
	}

	@Test
	void settingsDoNotChangeTheTraits() {
		assertThat(Contenders.traits("lock-starter:renewal.interval=5s")).contains(Trait.RENEWS);
		assertThat(Contenders.traits("shedlock")).containsExactly(Trait.LEASES);
	}

	@Test
	void aChosenSettingReplacesThatOfTheContender() {
		Target chosen = WHERE.with(Map.of("redis.replica-acks", "2")).withDefault("redis.replica-acks", "1");
		assertThat(chosen.settings()).containsExactly(Map.entry("redis.replica-acks", "2"));
	}

	@Test
	void eachNameTellsWhereItKeepsItsLocks() {
		assertThat(Contenders.store("lock-starter-jdbc:jdbc.max-connections=8")).isEqualTo(Store.POSTGRESQL);
		assertThat(Contenders.store(BrokenContender.class.getName())).isEqualTo(Store.REDIS);
		assertThat(Contenders.names(Store.POSTGRESQL)).allMatch((name) -> name.endsWith("-jdbc"));
		assertThat(Contenders.names(Store.REDIS)).contains("lock-starter").noneMatch((name) -> name.endsWith("-jdbc"));
	}

	@Test
	void oneThatKnowsOneServerOnlyRefusesSentinel() {
		Target sentinel = new Target(Target.Topology.SENTINEL, List.of("localhost:1"), Contender.LEASE, Map.of());
		assertThatIllegalArgumentException().isThrownBy(() -> Contenders.open(Contenders.FLOOR, sentinel))
			.withMessageContaining("one server only");
	}

}
