package io.github.lockstarter.sample.order;

import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The stock: read, then written, with no lock of the database in between.
 */
@Repository
public class StockRepository {

	private final JdbcClient jdbc;

	StockRepository(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * All items.
	 * @return the items, by id
	 */
	public List<StockItem> findAll() {
		return this.jdbc.sql("select item_id, name, initial_quantity, quantity from stock order by item_id")
			.query(StockItem.class)
			.list();
	}

	boolean exists(String itemId) {
		return this.jdbc.sql("select count(*) from stock where item_id = ?")
			.param(itemId)
			.query(int.class)
			.single() > 0;
	}

	int quantityOf(String itemId) {
		return this.jdbc.sql("select quantity from stock where item_id = ?").param(itemId).query(int.class).single();
	}

	void write(String itemId, int quantity) {
		this.jdbc.sql("update stock set quantity = ? where item_id = ?").param(quantity).param(itemId).update();
	}

}
