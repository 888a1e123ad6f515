package io.github.lockstarter.sample.report;

import java.time.Instant;
import java.util.List;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

@Repository
class ReportRepository {

	private final JdbcClient jdbc;

	private final String instance;

	ReportRepository(JdbcClient jdbc, @Value("${sample.instance}") String instance) {
		this.jdbc = jdbc;
		this.instance = instance;
	}

	boolean exists(Instant period) {
		return this.jdbc.sql("select count(*) from reports where period = ?")
			.param(period)
			.query(int.class)
			.single() > 0;
	}

	void write(Instant period) {
		this.jdbc
			.sql("insert into reports (period, instance, open_orders)"
					+ " values (?, ?, (select count(*) from orders where status = 'NEW'))")
			.param(period)
			.param(this.instance)
			.update();
	}

	List<Report> findLatest() {
		return this.jdbc.sql("select period, instance, open_orders from reports order by period desc limit 20")
			.query(Report.class)
			.list();
	}

	record Report(Instant period, String instance, int openOrders) {
	}

}
