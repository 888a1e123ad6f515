package io.github.lockstarter.sample.storm;

import java.util.Arrays;
import java.util.stream.Collectors;

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
	StormResult run(@RequestParam(defaultValue = "mutex") String kind,
			@RequestParam(defaultValue = "${sample.storm.orders}") int orders) {
		if (orders < 1 || orders > MOST_ORDERS) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "Place 1 to " + MOST_ORDERS + " orders.");
		}
		return this.storm.runWatched(find(kind), orders);
	}

	private static StormKind find(String name) {
		return StormKind.find(name)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.BAD_REQUEST,
					Arrays.stream(StormKind.values())
						.map(StormKind::parameter)
						.collect(Collectors.joining(", ", "There is no such kind of storm; choose one of ", "."))));
	}

}
