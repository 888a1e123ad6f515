package io.github.lockstarter.sample.order;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.stereotype.Repository;

/**
 * The orders, and one row for each time an order was processed.
 */
@Repository
public class OrderRepository {

	private final JdbcClient jdbc;

	private final String instance;

	OrderRepository(JdbcClient jdbc, @Value("${sample.instance}") String instance) {
		this.jdbc = jdbc;
		this.instance = instance;
	}

	/**
	 * All orders.
	 * @return the orders, the oldest first
	 */
	public List<Order> findAll() {
		return this.jdbc.sql("select id, item_id, quantity from orders order by id").query(Order.class).list();
	}

	List<PlacedOrder> findLatest(int limit) {
		return this.jdbc.sql("select id, item_id, quantity, status from orders order by id desc limit ?")
			.param(limit)
			.query(PlacedOrder.class)
			.list();
	}

	Optional<PlacedOrder> find(long id) {
		return this.jdbc.sql("select id, item_id, quantity, status from orders where id = ?")
			.param(id)
			.query(PlacedOrder.class)
			.optional();
	}

	Order place(String itemId, int quantity) {
		KeyHolder keys = new GeneratedKeyHolder();
		this.jdbc.sql("insert into orders (item_id, quantity) values (?, ?)")
			.param(itemId)
			.param(quantity)
			.update(keys, "id");
		return new Order(Objects.requireNonNull(keys.getKey()).longValue(), itemId, quantity);
	}

	OrderStatus statusOf(Order order) {
		return this.jdbc.sql("select status from orders where id = ?")
			.param(order.id())
			.query(OrderStatus.class)
			.single();
	}

	void finish(Order order, OrderStatus status) {
		this.jdbc.sql("update orders set status = ? where id = ?").param(status.name()).param(order.id()).update();
		this.jdbc.sql("insert into fulfilments (order_id, item_id, shipped, instance) values (?, ?, ?, ?)")
			.param(order.id())
			.param(order.itemId())
			.param((status == OrderStatus.SHIPPED) ? order.quantity() : 0)
			.param(this.instance)
			.update();
	}

	int shippedOf(String itemId) {
		return this.jdbc.sql("select coalesce(sum(shipped), 0) from fulfilments where item_id = ?")
			.param(itemId)
			.query(int.class)
			.single();
	}

	/**
	 * An order and its status.
	 *
	 * @param id its number
	 * @param itemId the ordered item
	 * @param quantity the number of pieces
	 * @param status its status
	 */
	record PlacedOrder(long id, String itemId, int quantity, OrderStatus status) {
	}

}
