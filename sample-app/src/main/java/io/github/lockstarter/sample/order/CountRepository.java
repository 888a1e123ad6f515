package io.github.lockstarter.sample.order;

import java.time.Instant;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

@Repository
class CountRepository {

	private final JdbcClient jdbc;

	CountRepository(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	void counted(String itemId, boolean right, Instant begun, Instant finished) {
		this.jdbc.sql("insert into counts (item_id, right_count, begun_at, finished_at) values (?, ?, ?, ?)")
			.param(itemId)
			.param(right)
			.param(begun)
			.param(finished)
			.update();
	}

}
