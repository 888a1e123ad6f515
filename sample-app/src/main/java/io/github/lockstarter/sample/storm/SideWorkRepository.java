package io.github.lockstarter.sample.storm;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Prepares the tables of the work beside the orders, and counts its results.
 */
@Repository
public class SideWorkRepository {

	private static final String MOST_AT_ONCE = """
			select coalesce(max(at_once), 0) from (
			  select sum(parcels) over (order by at, parcels rows unbounded preceding) as at_once
			  from (select begun_at as at, 1 as parcels from parcels union all select finished_at, -1 from parcels))
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

	void counted(String itemId, boolean right) {
		this.jdbc.sql("insert into counts (item_id, right_count) values (?, ?)").param(itemId).param(right).update();
	}

	/**
	 * Count the results of the work so far.
	 * @return the numbers
	 */
	public SideWork measure() {
		return new SideWork(count("select count(*) from counts"),
				count("select count(*) from counts where not right_count"), count("select count(*) from parcels"),
				count(MOST_AT_ONCE), count("select count(*) from transfers"), count("select count(*) from receipts"),
				count("select count(*) - count(distinct number) from receipts"),
				count("select sum(balance - initial_balance) from accounts"));
	}

	private long count(String sql) {
		return this.jdbc.sql(sql).query(Long.class).single();
	}

}
