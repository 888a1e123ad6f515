package io.github.lockstarter.sample.carrier;

import java.time.Instant;

import io.github.lockstarter.sample.order.Order;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

@Repository
class ParcelRepository {

	private final JdbcClient jdbc;

	ParcelRepository(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	void loaded(Order order, Instant begun, Instant finished) {
		this.jdbc.sql("insert into parcels (order_id, begun_at, finished_at) values (?, ?, ?)")
			.param(order.id())
			.param(begun)
			.param(finished)
			.update();
	}

}
