package io.github.lockstarter.sample;

import io.github.lockstarter.sample.storm.StormProperties;

import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Prints suggestions on what to try next.
 */
@Component
@ConditionalOnWebApplication
class Invitation {

	private static final String TEXT = """

			Serving until stopped with Ctrl-C. Repeat the run, and kill or freeze its processes:
			  http://localhost:%1$s
			Or try:
			  curl localhost:%1$s/stock
			  curl localhost:%1$s/orders -H 'Content-Type: application/json' -d '{"itemId":"kettle","quantity":2}'
			  curl -X POST 'localhost:%1$s/storms?kind=readers'
			More is in sample-app/README.md.
			""";

	private static final String PLOT = """

			See this run as a plot: http://localhost:%s/plot.html
			""";

	private final StormProperties storm;

	Invitation(StormProperties storm) {
		this.storm = storm;
	}

	@EventListener
	void print(ApplicationReadyEvent event) {
		String port = event.getApplicationContext().getEnvironment().getProperty("local.server.port");
		if (this.storm.onStart()) {
			System.out.print(PLOT.formatted(port));
		}
		System.out.println(TEXT.formatted(port));
	}

}
