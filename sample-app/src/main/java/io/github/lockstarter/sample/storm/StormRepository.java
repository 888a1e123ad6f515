package io.github.lockstarter.sample.storm;

import java.time.Duration;
import java.time.Instant;

import io.github.lockstarter.sample.order.Order;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Prepares the tables for a storm, and counts its results.
 */
@Repository
class StormRepository {

	/** As many pieces as at first, and more of them for more than 400 orders. */
	private static final String FILL_UP = """
			update stock set (initial_quantity, quantity) = (select n, n from (select greatest(120, ? * 3 / 10) as n))
			""";

	private static final String PLACE = """
			insert into orders (item_id, quantity)
			select item_id, 1 + mod(n, 3)
			from (select item_id, row_number() over (order by item_id) - 1 as position, count(*) over () as items from stock)
			join (select x as n from system_range(1, ?)) on position = mod(n, items)
			order by n
			""";

	private static final String PROCESSED_TWICE = """
			select count(*) from (select order_id from fulfilments group by order_id having count(*) > 1)
			""";

	private static final String OVERSOLD = """
			select coalesce(sum(greatest(0, shipped - initial_quantity)), 0)
			from stock natural join (select item_id, sum(shipped) as shipped from fulfilments group by item_id)
			""";

	private static final String WORKED_OFF = "select count(distinct order_id) from deliveries where not failed";

	private static final String MICROSECONDS = """
			select coalesce(datediff(microsecond, min(begun_at), max(finished_at)), 0) from deliveries
			""";

	private final JdbcClient jdbc;

	private final SideWorkRepository sideWork;

	StormRepository(JdbcClient jdbc, SideWorkRepository sideWork) {
		this.jdbc = jdbc;
		this.sideWork = sideWork;
	}

	@Transactional
	public void reset(int orders) {
		this.jdbc.sql("delete from deliveries").update();
		this.jdbc.sql("delete from fulfilments").update();
		this.jdbc.sql("delete from rollbacks").update();
		this.jdbc.sql("delete from orders").update();
		this.jdbc.sql(FILL_UP).param(orders).update();
		this.sideWork.reset();
		this.jdbc.sql(PLACE).param(orders).update();
	}

	public void delivered(Order order, Instant begun, Duration waited, boolean failed) {
		this.jdbc.sql(
				"insert into deliveries (order_id, begun_at, finished_at, waited_micros, failed) values (?, ?, ?, ?, ?)")
			.param(order.id())
			.param(begun)
			.param(Instant.now())
			.param(waited.toNanos() / 1000)
			.param(failed)
			.update();
	}

	public void rolledBack(Order order, boolean lateWrite) {
		this.jdbc.sql("insert into rollbacks (order_id, late_write) values (?, ?)")
			.param(order.id())
			.param(lateWrite)
			.update();
	}

	public long deliveries() {
		return count("select count(*) from deliveries");
	}

	public StormResult measure(StormKind kind) {
		Percentiles waits = new Percentiles(
				this.jdbc.sql("select waited_micros from deliveries where not failed").query(Long.class).list());
		long processed = count("select count(distinct order_id) from fulfilments");
		return new StormResult(kind, count("select count(*) from orders"), processed, count(PROCESSED_TWICE),
				count(OVERSOLD), count("select count(*) from deliveries where failed"),
				count(WORKED_OFF) * 1e6 / Math.max(1, count(MICROSECONDS)), waits.at(50) / 1e3, waits.at(99) / 1e3,
				this.sideWork.measure());
	}

	private long count(String sql) {
		return this.jdbc.sql(sql).query(Long.class).single();
	}

}
