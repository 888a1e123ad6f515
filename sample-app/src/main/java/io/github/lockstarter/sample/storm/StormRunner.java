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
 * Runs the storm without the locks and with all of them at start-up, if configured, and
 * prints the results.
 */
@Component
class StormRunner implements ApplicationRunner, ExitCodeGenerator {

	private final PrintStream out = System.out;

	private final Storm storm;

	private final StormProperties properties;

	private volatile boolean closed;

	private volatile List<StormResult> results = List.of();

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
		this.out.printf("%d orders, each delivered to %d processes with %d threads. Starting the processes ...",
				this.properties.orders(), this.properties.processes(), this.properties.threads());
		this.out.flush();
		this.storm.prepare(() -> {
			this.out.print(".");
			this.out.flush();
		});
		this.out.printf("%n%n");
		warmUp();
		StormResult unlocked = run(StormKind.UNLOCKED);
		StormResult locked = run(StormKind.ALL);
		List<StormResult> results = List.of(unlocked, locked);
		this.out.printf("%n%s%n%n%s%n%n%s%n", new ResultTable(results), new SideWorkTable(results),
				new Verdict(unlocked, locked));
		this.storm.clear();
		this.results = results;
	}

	private void warmUp() {
		ProgressLine line = new ProgressLine(this.out, "warming up", 2 * deliveries());
		this.storm.run(StormKind.UNLOCKED, line::show);
		this.storm.run(StormKind.ALL, (done) -> line.show(deliveries() + done));
		line.end();
	}

	private StormResult run(StormKind kind) {
		ProgressLine line = new ProgressLine(this.out, kind.label(), deliveries());
		StormResult result = this.storm.run(kind, line::show);
		line.end();
		return result;
	}

	private long deliveries() {
		return (long) this.properties.orders() * this.properties.processes();
	}

	/**
	 * Results of the run at start-up, without the lock and with it.
	 * @return the results; empty while there are none
	 */
	List<StormResult> results() {
		return this.results;
	}

	@EventListener(ContextClosedEvent.class)
	void close() {
		this.closed = true;
	}

	@Override
	public int getExitCode() {
		boolean exact = this.results.stream().anyMatch((result) -> result.kind() == StormKind.ALL && result.isExact());
		return (exact || !this.properties.onStart()) ? 0 : 1;
	}

}
