package io.github.lockstarter.store.redis.cluster;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.models.partitions.Partitions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for which view of a Cluster of three nodes is believed.
 */
class ClusterViewTests {

	private final Partitions known = view(5).partitions();

	@Test
	void anOlderViewOfAMinorityNeverReplacesANewerOne() {
		assertThat(newest(4)).isEmpty();
	}

	@Test
	void anOlderViewIsBelievedIfAMajoritySharesIt() {
		assertThat(newest(4, 4)).containsExactly(4L);
	}

	@Test
	void theNewestOfSomeViewsIsBelieved() {
		assertThat(newest(5)).containsExactly(5L);
		assertThat(newest(6)).containsExactly(6L);
		assertThat(newest(4, 6, 5)).containsExactly(6L);
	}

	private Stream<Long> newest(long... epochs) {
		List<ClusterView> views = IntStream.range(0, epochs.length).mapToObj((i) -> view(epochs[i])).toList();
		return ClusterView.newest(views, 2 * views.size() > 3, this.known).map(ClusterView::epoch).stream();
	}

	private static ClusterView view(long epoch) {
		String nodes = """
				a 127.0.0.1:7001@17001 myself,master - 0 0 1 connected 0-5460
				b 127.0.0.1:7002@17002 master - 0 0 2 connected 5461-10922
				c 127.0.0.1:7003@17003 master - 0 0 %d connected 10923-16383
				""".formatted(epoch);
		return ClusterView.read(nodes, RedisURI.create("127.0.0.1", 7001), (node) -> true);
	}

}
