package io.github.lockstarter.sample.storm;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class RunController {

	private final StormRunner runner;

	RunController(StormRunner runner) {
		this.runner = runner;
	}

	@GetMapping("/run")
	List<StormResult> run() {
		return this.runner.results();
	}

}
