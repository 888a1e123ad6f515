package io.github.lockstarter.jvm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.Undisturbed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two JVMs of a thousand pipelines each, on a thread each, beside one that is killed
 * while it holds the lock.
 */
@Full
class PipelinesIntegrationTests {

	private static final int INCREMENTS = 1000;

	@TempDir
	private Path directory;

	/** A lock that is lost fails its pipeline. */
	@Test
	void noIncrementIsLostNoThreadBlocksAndAKilledHolderIsOvercome() throws Exception {
		Undisturbed.attempt(() -> countWith(UUID.randomUUID().toString()));
	}

	private void countWith(String name) throws IOException {
		Path counter = this.directory.resolve(name);
		try (RandomAccessFile file = new RandomAccessFile(counter.toFile(), "rw");
				ChildJvm holder = child(counter, true);
				ChildJvm one = child(counter, false);
				ChildJvm two = child(counter, false)) {
			file.write(new byte[2 * Long.BYTES]);
			List.of(holder, one, two).forEach((child) -> child.await("READY"));
			holder.go();
			holder.await("HELD");
			one.go();
			two.go();
			holder.kill();
			List.of(one, two).forEach((child) -> child.await("DONE"));
			file.seek(0);
			assertThat(file.readLong()).isEqualTo(2L * INCREMENTS);
		}
	}

	private ChildJvm child(Path counter, boolean holds) {
		return ChildArchive.start(PipelineChild.class, EmbeddedRedis.shared().port(), counter, INCREMENTS,
				"pipelines:" + counter.getFileName(), holds);
	}

}
