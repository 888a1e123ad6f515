package io.github.lockstarter.sample.storm;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Prepares the tables of the work beside the orders, and counts its results.
 */
@Repository
public class SideWorkRepository {

	private static final String READERS_AT_ONCE = """
			select coalesce(max(at_once), 0) from (
			  select sum(readers) over (partition by item_id order by at, readers rows unbounded preceding) as at_once
			  from (select item_id, begun_at as at, 1 as readers from counts
			    union all select item_id, finished_at, -1 from counts))
			""";

	private static final String PARCELS_AT_ONCE = """
			select coalesce(max(at_once), 0) from (
			  select sum(parcels) over (order by at, parcels rows unbounded preceding) as at_once
			  from (select begun_at as at, 1 as parcels from parcels union all select finished_at, -1 from parcels))
			""";

	/** Customers who come at almost the same time may join the queue in either order. */
	private static final String OVERTAKEN = """
			select count(*) from (
			  select came_at, max(came_at) over (order by id rows between unbounded preceding and 1 preceding) as latest_before
			  from receipts)
			where latest_before > came_at + interval '0.1' second
			""";

	private final JdbcClient jdbc;

	SideWorkRepository(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	void reset() {
		this.jdbc.sql("delete from counts").update();
		this.jdbc.sql("delete from parcels").update();
		this.jdbc.sql("delete from transfers").update();
		this.jdbc.sql("delete from receipts").update();
		this.jdbc.sql("update accounts set balance = initial_balance").update();
	}

	/**
	 * Count the results of the work so far.
	 * @return the numbers
	 */
	public SideWork measure() {
		return new SideWork(count("select count(*) from counts"),
				count("select count(*) from counts where not right_count"), count(READERS_AT_ONCE),
				count("select count(*) from parcels"), count(PARCELS_AT_ONCE), count("select count(*) from transfers"),
				count("select count(*) from receipts"), count("select count(*) - count(distinct number) from receipts"),
				count(OVERTAKEN), count("select sum(balance - initial_balance) from accounts"));
	}

	private long count(String sql) {
		return this.jdbc.sql(sql).query(Long.class).single();
	}

}
