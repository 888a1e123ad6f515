package io.github.lockstarter.sample.order;

import java.util.List;

import org.springframework.dao.OptimisticLockingFailureException;
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

	int goneOf(String itemId) {
		return this.jdbc.sql("select initial_quantity - quantity from stock where item_id = ?")
			.param(itemId)
			.query(int.class)
			.single();
	}

	/**
	 * Write, unless a later holder of the item's lock has already written.
	 */
	void write(String itemId, int quantity, long token) {
		int rows = this.jdbc
			.sql("update stock set quantity = :quantity, token = :token where item_id = :item and token <= :token")
			.param("quantity", quantity)
			.param("token", token)
			.param("item", itemId)
			.update();
		if (rows == 0) {
			throw new OptimisticLockingFailureException("The stock of '" + itemId
					+ "' was written under a later lock than that with token " + token + "; read it again.");
		}
	}

	void overwrite(String itemId, int quantity) {
		this.jdbc.sql("update stock set quantity = ? where item_id = ?").param(quantity).param(itemId).update();
	}

}
