package io.github.lockstarter.sample.order;

import java.util.List;

import io.github.lockstarter.sample.order.OrderRepository.PlacedOrder;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
class OrderController {

	private final OrderService service;

	private final OrderRepository orders;

	private final StockRepository stock;

	OrderController(OrderService service, OrderRepository orders, StockRepository stock) {
		this.service = service;
		this.orders = orders;
		this.stock = stock;
	}

	@PostMapping("/orders")
	@ResponseStatus(HttpStatus.CREATED)
	PlacedOrder place(@RequestBody OrderRequest request) {
		if (request.quantity() < 1 || !this.stock.exists(request.itemId())) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST,
					"Order at least one piece of an item that GET /stock lists.");
		}
		Order order = this.orders.place(request.itemId(), request.quantity());
		this.service.process(order);
		return order(order.id());
	}

	@GetMapping("/orders")
	List<PlacedOrder> orders(@RequestParam(defaultValue = "20") int limit) {
		return this.orders.findLatest(limit);
	}

	@GetMapping("/orders/{id}")
	PlacedOrder order(@PathVariable long id) {
		return this.orders.find(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
	}

	@GetMapping("/stock")
	List<StockItem> stock() {
		return this.stock.findAll();
	}

	record OrderRequest(String itemId, int quantity) {
	}

}
