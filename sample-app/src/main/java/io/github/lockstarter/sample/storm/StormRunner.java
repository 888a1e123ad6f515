package io.github.lockstarter.sample.storm;

import java.io.PrintStream;
import java.util.List;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.ExitCodeGenerator;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Runs the storm in both modes at start-up, if configured, and prints the results.
 */
@Component
class StormRunner implements ApplicationRunner, ExitCodeGenerator {

	private final PrintStream out = System.out;

	private final Storm storm;

	private final StormProperties properties;

	private volatile boolean closed;

	private boolean exact;

	StormRunner(Storm storm, StormProperties properties) {
		this.storm = storm;
		this.properties = properties;
	}

	@Override
	public void run(ApplicationArguments arguments) {
		try {
			if (this.properties.onStart()) {
				run();
			}
		}
		catch (RuntimeException ex) {
			if (!this.closed) {
				throw ex;
			}
		}
	}

	private void run() {
		this.out.printf("%n%d orders, each delivered to %d processes with %d threads. Warming up ...%n%n",
				this.properties.orders(), this.properties.processes(), this.properties.threads());
		for (StormMode mode : StormMode.values()) {
			this.storm.run(mode, (deliveries) -> {
			});
		}
		StormResult unlocked = run(StormMode.UNLOCKED);
		StormResult locked = run(StormMode.LOCKED);
		this.exact = locked.isExact();
		List<StormResult> results = List.of(unlocked, locked);
		this.out.printf("%n%s%n%n%s%n%n%s%n", new ResultTable(results), new SideWorkTable(results),
				new Verdict(unlocked, locked));
		this.storm.clear();
	}

	private StormResult run(StormMode mode) {
		ProgressLine line = new ProgressLine(this.out, mode.label(),
				(long) this.properties.orders() * this.properties.processes());
		StormResult result = this.storm.run(mode, line::show);
		line.end();
		return result;
	}

	@EventListener(ContextClosedEvent.class)
	void close() {
		this.closed = true;
	}

	@Override
	public int getExitCode() {
		return (this.exact || !this.properties.onStart()) ? 0 : 1;
	}

}
