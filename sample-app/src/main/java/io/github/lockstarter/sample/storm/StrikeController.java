package io.github.lockstarter.sample.storm;

import java.util.NoSuchElementException;

import io.github.lockstarter.sample.storm.Blow.Kind;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class StrikeController {

	private final Strikes strikes;

	StrikeController(Strikes strikes) {
		this.strikes = strikes;
	}

	@PostMapping("/workers/{number}/kill")
	Blow kill(@PathVariable int number) {
		return this.strikes.strike(number, Kind.KILL);
	}

	@PostMapping("/workers/{number}/freeze")
	Blow freeze(@PathVariable int number) {
		return this.strikes.strike(number, Kind.FREEZE);
	}

	@ExceptionHandler
	ProblemDetail handle(NoSuchElementException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail handle(IllegalStateException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, ex.getMessage());
	}

}
