package io.github.lockstarter.sample.storm;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
class StormController {

	private static final int MOST_ORDERS = 20_000;

	private final Storm storm;

	StormController(Storm storm) {
		this.storm = storm;
	}

	@PostMapping("/storms")
	StormResult run(@RequestParam(defaultValue = "true") boolean locked,
			@RequestParam(defaultValue = "${sample.storm.orders}") int orders) {
		if (orders < 1 || orders > MOST_ORDERS) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "Place 1 to " + MOST_ORDERS + " orders.");
		}
		return this.storm.runWatched(locked ? StormMode.LOCKED : StormMode.UNLOCKED, orders);
	}

}
