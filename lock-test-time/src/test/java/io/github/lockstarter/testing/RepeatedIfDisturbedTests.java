package io.github.lockstarter.testing;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A test that fails at first, and is repeated by the extension.
 */
@ParameterizedClass
@ValueSource(strings = "given")
@ExtendWith(RepeatedIfDisturbed.class)
class RepeatedIfDisturbedTests {

	private static final AtomicInteger instances = new AtomicInteger();

	private static final AtomicInteger cleanedUp = new AtomicInteger();

	private static Path noted;

	private final int number = instances.incrementAndGet();

	@Parameter
	private String parameter;

	private boolean prepared;

	@BeforeAll
	static void noteElsewhere(@TempDir Path directory) {
		noted = directory.resolve("noted.txt");
		System.setProperty(RepeatedTests.FILE, noted.toString());
	}

	@BeforeEach
	void prepare() {
		this.prepared = true;
	}

	@Test
	void aFreshInstanceIsPreparedAfterTheFirstHasCleanedUp() {
		assertThat(this.prepared).isTrue();
		if (this.number == 1) {
			StallProofTimeTests.standStill();
		}
		assertThat(this.number).isEqualTo(2);
		assertThat(this.parameter).isEqualTo("given");
		assertThat(cleanedUp).hasValue(1);
	}

	@AfterEach
	void cleanUp() {
		cleanedUp.incrementAndGet();
	}

	@AfterAll
	static void eachInstanceHasCleanedUpOnceAndTheRepetitionIsNoted() {
		System.clearProperty(RepeatedTests.FILE);
		assertThat(cleanedUp).hasValue(instances.get());
		assertThat(noted)
			.hasContent(RepeatedIfDisturbedTests.class.getName() + ".aFreshInstanceIsPreparedAfterTheFirstHasCleanedUp"
					+ " aFreshInstanceIsPreparedAfterTheFirstHasCleanedUp()");
	}

}
