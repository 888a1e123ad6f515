package com.example.shop;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockContext;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Counts what is in stock, by reading and writing.
 */
@Service
public class StockService {

	private final JdbcClient jdbc;

	StockService(JdbcClient jdbc) {
		this.jdbc = jdbc;
		jdbc.sql("create table if not exists stock (item varchar primary key, quantity int)").update();
	}

	public void put(String item, int quantity) {
		this.jdbc.sql("merge into stock values (?, ?)").params(item, quantity).update();
	}

	public int quantity(String item) {
		return this.jdbc.sql("select quantity from stock where item = ?").param(item).query(Integer.class).single();
	}

	/**
	 * Take a piece out of the stock.
	 * @return the fencing token
	 */
	@DistributedLock(key = "stock:#{#item}")
	@Transactional
	public long take(String item) {
		return takeWhile(item, () -> {
		});
	}

	/**
	 * Take a piece out of the stock, under a short lease.
	 * @param work done before that is committed
	 * @return the fencing token
	 */
	@DistributedLock(key = "stock:#{#item}", leaseTime = 6)
	@Transactional
	public long takeSlowly(String item, Runnable work) {
		return takeWhile(item, work);
	}

	private long takeWhile(String item, Runnable work) {
		int quantity = quantity(item);
		put(item, quantity - 1);
		work.run();
		return LockContext.current().fencingToken();
	}

}
