package io.github.lockstarter.jdbc;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.util.ReflectionTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the sweep that a request does on its way.
 */
class SweepTests {

	private final DataSource database = H2.database(UUID.randomUUID().toString());

	private final Requests requests = new Requests(this.database::getConnection, JdbcStoreSettings.defaults());

	@Test
	void aRequestThatIsDoneDoesNotFailWithTheSweep() {
		AtomicLong sweptAt = (AtomicLong) ReflectionTestUtils.getField(this.requests, "sweptAt");
		long longAgo = System.nanoTime() - TimeUnit.SECONDS.toNanos(100);
		sweptAt.set(longAgo);
		assertThat(this.requests.run((connection, table) -> {
			new JdbcTemplate(this.database).execute("drop table distributed_lock");
			return "done";
		})).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("done");
		assertThat(sweptAt).doesNotHaveValue(longAgo);
	}

}
