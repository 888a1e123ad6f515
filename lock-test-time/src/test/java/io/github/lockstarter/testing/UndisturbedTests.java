package io.github.lockstarter.testing;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for tries that a stall spoiled.
 */
class UndisturbedTests {

	private final AtomicInteger tries = new AtomicInteger();

	@TempDir
	private Path directory;

	private Path noted;

	@BeforeEach
	void noteElsewhere() {
		this.noted = this.directory.resolve("noted/here.txt");
		System.setProperty(RepeatedTests.FILE, this.noted.toString());
	}

	@AfterEach
	void noteWhereOthersDo() {
		System.clearProperty(RepeatedTests.FILE);
	}

	@Test
	void areRepeated() throws Exception {
		Undisturbed.attempt(() -> {
			if (this.tries.incrementAndGet() == 1) {
				StallProofTimeTests.standStill();
				throw new AssertionError("spoiled");
			}
		});
		assertThat(this.tries).hasValue(2);
		assertThat(this.noted).hasContent(getClass().getName() + ".areRepeated");
	}

	@Test
	void whatIsViolatedIsNotRepeatedWhateverStoodStill() {
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> Undisturbed.attempt(() -> {
			this.tries.incrementAndGet();
			StallProofTimeTests.standStill();
			CompletableFuture.runAsync(() -> {
				throw new NeverRepeatedError("two hold it");
			}).join();
		})).withCauseInstanceOf(NeverRepeatedError.class);
		assertThat(this.tries).hasValue(1);
		assertThat(this.noted).doesNotExist();
	}

	@Test
	void areNotRepeatedForEver() {
		assertThatIllegalStateException().isThrownBy(() -> Undisturbed.attempt(() -> {
			this.tries.incrementAndGet();
			StallProofTimeTests.standStill();
			throw new IllegalStateException("spoiled");
		}));
		assertThat(this.tries).hasValueBetween(2, 10);
		assertThat(this.noted).content().hasLineCount(this.tries.get() - 1);
	}

	@Test
	void whatFailsByItselfIsNotRepeated() {
		long before = StallProofTime.stalls();
		assertThatIllegalStateException().isThrownBy(() -> Undisturbed.attempt(() -> {
			this.tries.incrementAndGet();
			throw new IllegalStateException("by itself");
		}));
		assertThat(this.noted.toFile().exists()).isEqualTo(this.tries.get() > 1);
		assertThat(this.tries.get() == 1 || StallProofTime.stalls() > before).isTrue();
	}

}
