package io.github.lockstarter.sample.till;

import java.time.Instant;

import io.github.lockstarter.sample.order.Order;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

@Repository
class ReceiptRepository {

	private final JdbcClient jdbc;

	ReceiptRepository(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	long lastNumber() {
		return this.jdbc.sql("select coalesce(max(number), 0) from receipts").query(Long.class).single();
	}

	void print(Order order, long number, Instant came) {
		this.jdbc.sql("insert into receipts (number, order_id, came_at) values (?, ?, ?)")
			.param(number)
			.param(order.id())
			.param(came)
			.update();
	}

}
