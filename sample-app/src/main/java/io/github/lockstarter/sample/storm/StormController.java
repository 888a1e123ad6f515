package io.github.lockstarter.sample.storm;

import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class StormController {

	private final Storm storm;

	StormController(Storm storm) {
		this.storm = storm;
	}

	@PostMapping("/storms")
	StormResult run(@RequestParam(defaultValue = "true") boolean locked) {
		return this.storm.run(locked ? StormMode.LOCKED : StormMode.UNLOCKED, (deliveries) -> {
		});
	}

}
