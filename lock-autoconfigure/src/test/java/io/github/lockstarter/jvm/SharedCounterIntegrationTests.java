package io.github.lockstarter.jvm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;

import io.github.lockstarter.testing.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two JVMs of 16 threads each increment a plain number in a file.
 */
class SharedCounterIntegrationTests {

	private static final int THREADS = 16;

	private static final int INCREMENTS = 5000;

	@TempDir
	private Path directory;

	@Test
	void underTheLockNoIncrementIsLost() throws IOException {
		assertThat(count("distributed")).isEqualTo(2L * INCREMENTS);
	}

	@Test
	void aBrokenLockIsCaught() throws IOException {
		assertThat(count("broken")).isLessThan(2L * INCREMENTS);
	}

	private long count(String kind) throws IOException {
		Path counter = this.directory.resolve("counter");
		try (RandomAccessFile file = new RandomAccessFile(counter.toFile(), "rw")) {
			file.writeLong(0);
			int port = EmbeddedRedis.shared().port();
			try (ChildJvm one = ChildJvm.start(CountingChild.class, port, counter, THREADS, INCREMENTS, kind);
					ChildJvm two = ChildJvm.start(CountingChild.class, port, counter, THREADS, INCREMENTS, kind)) {
				List.of(one, two).forEach((child) -> child.await("READY"));
				List.of(one, two).forEach(ChildJvm::go);
				List.of(one, two).forEach((child) -> child.await("DONE"));
				assertThat(one.awaitExit()).isZero();
				assertThat(two.awaitExit()).isZero();
			}
			file.seek(0);
			return file.readLong();
		}
	}

}
