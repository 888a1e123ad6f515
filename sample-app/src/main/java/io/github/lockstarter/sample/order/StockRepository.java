package io.github.lockstarter.sample.order;

import java.util.List;

import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

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
	 * Let no earlier holder of the item's lock write any more, before this one reads: in
	 * a transaction of its own, so that a holder that stands still keeps no row locked.
	 */
	@Transactional(propagation = Propagation.REQUIRES_NEW)
	public void raiseToken(String itemId, long token) {
		check(itemId, token,
				this.jdbc.sql("update stock set token = :token where item_id = :item and token <= :token")
					.param("token", token)
					.param("item", itemId)
					.update());
	}

	/**
	 * Write, unless a later holder of the item's lock has already raised the token.
	 */
	void write(String itemId, int quantity, long token) {
		check(itemId, token, this.jdbc
			.sql("update stock set quantity = :quantity, token = :token where item_id = :item and token <= :token")
			.param("quantity", quantity)
			.param("token", token)
			.param("item", itemId)
			.update());
	}

	private static void check(String itemId, long token, int rows) {
		if (rows == 0) {
			throw new OptimisticLockingFailureException("The stock of '" + itemId
					+ "' was written under a later lock than that with token " + token + "; read it again.");
		}
	}

	void overwrite(String itemId, int quantity) {
		this.jdbc.sql("update stock set quantity = ? where item_id = ?").param(quantity).param(itemId).update();
	}

}
