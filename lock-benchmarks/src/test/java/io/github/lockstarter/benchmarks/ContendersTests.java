package io.github.lockstarter.benchmarks;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ContendersTests {

	@Test
	void aNameThatNobodyHasIsAnsweredWithThoseThatThereAre() {
		assertThatIllegalArgumentException().isThrownBy(() -> Contenders.open("nobody", "localhost", 1))
			.withMessageContaining("no contender 'nobody'")
			.withMessageContaining("lock-starter, redisson");
	}

	@Test
	void aSettingWithoutAValueIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> Contenders.open("lock-starter:renewal", "localhost", 1))
			.withMessageContaining("as name=value");
	}

	@Test
	void aClassMayBeAContender() {
		try (Contender contender = Contenders.open(BrokenContender.class.getName(), "localhost", 1)) {
			assertThat(contender).isInstanceOf(BrokenContender.class);
		}
	}

	@Test
	void settingsDoNotChangeTheTraits() {
		assertThat(Contenders.traits("lock-starter:renewal.interval=5s")).contains(Trait.RENEWS);
		assertThat(Contenders.traits("shedlock")).containsExactly(Trait.LEASES);
	}

}
