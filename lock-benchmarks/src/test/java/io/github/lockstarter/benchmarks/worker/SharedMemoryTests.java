package io.github.lockstarter.benchmarks.worker;

import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SharedMemoryTests {

	@TempDir
	private Path directory;

	private SharedMemory memory;

	@BeforeEach
	void map() {
		this.memory = SharedMemory.map(this.directory.resolve("memory"));
	}

	@Test
	void asManyMayShareAsThereArePermitsFor() {
		assertThat(this.memory.join(0, 2)).isTrue();
		assertThat(this.memory.join(0, 2)).isTrue();
		assertThat(this.memory.join(0, 2)).isFalse();
		assertThat(this.memory.part(0)).isTrue();
		assertThat(this.memory.part(0)).isTrue();
		assertThat(this.memory.join(0, 2)).isTrue();
		assertThat(this.memory.entered()).isEqualTo(4);
	}

	@Test
	void whoeverIsToBeAloneIsNoticedByThoseWhoShare() {
		assertThat(this.memory.enter(0, 7)).isTrue();
		assertThat(this.memory.join(0, 2)).isFalse();
		assertThat(this.memory.part(0)).isFalse();
		assertThat(this.memory.leave(0, 7)).isTrue();
	}

	@Test
	void thoseWhoShareAreNoticedByWhoeverIsToBeAlone() {
		assertThat(this.memory.join(0, 2)).isTrue();
		assertThat(this.memory.enter(0, 7)).isFalse();
		assertThat(this.memory.leave(0, 7)).isFalse();
		assertThat(this.memory.part(0)).isTrue();
		assertThat(this.memory.enter(0, 7)).isTrue();
	}

}
