package com.example.shop;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Sells over HTTP.
 */
@RestController
class StockController {

	private final StockService stock;

	StockController(StockService stock) {
		this.stock = stock;
	}

	@PostMapping("/stock/{item}")
	long take(@PathVariable("item") String item) {
		return this.stock.take(item);
	}

}
