package io.github.lockstarter.sample.live;

import java.time.Instant;
import java.util.List;

import io.github.lockstarter.sample.storm.Percentiles;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Counts while others write.
 */
@Repository
class LiveRepository {

	private static final String ITEMS = """
			select stock.item_id, name, initial_quantity, quantity, coalesce(sum(shipped), 0) as shipped
			from stock left join fulfilments on fulfilments.item_id = stock.item_id
			group by stock.item_id, name, initial_quantity, quantity
			order by stock.item_id
			""";

	private static final String ORDERS = """
			select (select count(*) from orders) as placed,
			  (select count(distinct order_id) from deliveries where not failed) as worked_off,
			  count(*) as processed,
			  count(case when times > 1 then 1 end) as processed_twice,
			  (select count(*) from deliveries where failed) as failed,
			  (select count(*) from rollbacks where late_write) as refused,
			  (select count(*) from rollbacks where not late_write) as rolled_back
			from (select count(*) as times from fulfilments group by order_id)
			""";

	private final JdbcClient jdbc;

	LiveRepository(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	List<Snapshot.Item> items() {
		return this.jdbc.sql(ITEMS).query(Snapshot.Item.class).list();
	}

	Snapshot.Orders orders() {
		return this.jdbc.sql(ORDERS).query(Snapshot.Orders.class).single();
	}

	/**
	 * The progress since a delivery.
	 */
	Progress progress(long lastDelivery) {
		Instant now = Instant.now();
		long workedOff = count("select count(distinct order_id) from deliveries where not failed");
		long latest = Math.max(lastDelivery, count("select coalesce(max(id), 0) from deliveries"));
		Percentiles waits = new Percentiles(
				this.jdbc.sql("select waited_micros from deliveries where id > ? and id <= ? and not failed")
					.params(lastDelivery, latest)
					.query(Long.class)
					.list());
		return new Progress(now, workedOff, latest, waits.at(50) / 1e3, waits.at(99) / 1e3);
	}

	private long count(String sql) {
		return this.jdbc.sql(sql).query(Long.class).single();
	}

	/**
	 * The progress of a storm.
	 *
	 * @param at when
	 * @param workedOff how many orders were worked off
	 * @param lastDelivery the last delivery that was looked at
	 * @param waitP50 the median of the waits, in milliseconds
	 * @param waitP99 the same for the slowest hundredth
	 */
	record Progress(Instant at, long workedOff, long lastDelivery, double waitP50, double waitP99) {

		static final Progress NONE = new Progress(Instant.EPOCH, 0, 0, 0, 0);

	}

}
