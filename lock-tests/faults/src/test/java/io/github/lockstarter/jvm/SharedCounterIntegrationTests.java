package io.github.lockstarter.jvm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;

import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two JVMs of 16 threads each increment a plain number in a file.
 */
@Tag("longer")
class SharedCounterIntegrationTests {

	private static final int THREADS = 16;

	/** Of each JVM; a broken lock loses hundreds of so many. */
	private static final int INCREMENTS = Integer.getInteger("counter.increments", 1500);

	@TempDir
	private Path directory;

	@Test
	void underALockThatPassesInsideJvmsNoIncrementIsLostAndTokensGrow() throws IOException {
		Result result = count("passing");
		assertThat(result.count()).isEqualTo(2L * INCREMENTS);
		assertThat(result.tokensGrew()).isTrue();
		assertThat(result.passes()).isPositive();
	}

	@Full
	@Test
	void underALockThatIsAlwaysGivenBackNoIncrementIsLostAndTokensGrow() throws IOException {
		Result result = count("direct");
		assertThat(result.count()).isEqualTo(2L * INCREMENTS);
		assertThat(result.tokensGrew()).isTrue();
		assertThat(result.passes()).isZero();
	}

	@Test
	void aBrokenLockIsCaught() throws IOException {
		Result result = count("broken");
		assertThat(result.count()).isLessThan(2L * INCREMENTS);
		assertThat(result.tokensGrew()).isFalse();
	}

	private Result count(String kind) throws IOException {
		Path counter = this.directory.resolve("counter");
		try (RandomAccessFile file = new RandomAccessFile(counter.toFile(), "rw")) {
			file.write(new byte[2 * Long.BYTES]);
			int port = EmbeddedRedis.shared().port();
			try (ChildJvm one = ChildArchive.start(CountingChild.class, port, counter, THREADS, INCREMENTS, kind);
					ChildJvm two = ChildArchive.start(CountingChild.class, port, counter, THREADS, INCREMENTS, kind)) {
				List<ChildJvm> children = List.of(one, two);
				children.forEach((child) -> child.await("READY"));
				children.forEach(ChildJvm::go);
				int passes = children.stream().mapToInt((child) -> Integer.parseInt(child.await("PASSES"))).sum();
				boolean tokensGrew = children.stream().allMatch((child) -> child.await("ORDERED").equals("true"));
				assertThat(children).allMatch((child) -> child.awaitExit() == 0);
				file.seek(0);
				return new Result(file.readLong(), tokensGrew, passes);
			}
		}
	}

	private record Result(long count, boolean tokensGrew, int passes) {
	}

}
