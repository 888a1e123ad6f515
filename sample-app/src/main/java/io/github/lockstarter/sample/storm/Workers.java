package io.github.lockstarter.sample.storm;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * The child processes. They are started when they are first needed, and then kept; a dead
 * one is replaced at the next start.
 */
@Component
public class Workers implements DisposableBean {

	private final WorkerCommand command;

	private final StormProperties properties;

	private final JsonMapper json;

	private final List<WorkerProcess> processes = new CopyOnWriteArrayList<>();

	private WorkerKind kind = WorkerKind.UNWATCHED;

	private volatile boolean closed;

	Workers(WorkerCommand command, StormProperties properties, JsonMapper json) {
		this.command = command;
		this.properties = properties;
		this.json = json;
	}

	/**
	 * Start those that do not run, and wait for all.
	 * @param kind the kind of all of them
	 * @param waiting called every two seconds meanwhile
	 */
	synchronized void start(WorkerKind kind, Runnable waiting) {
		if (this.closed) {
			throw new IllegalStateException("The application ends, and starts no further processes");
		}
		if (kind != this.kind) {
			destroy();
			this.processes.clear();
			this.kind = kind;
		}
		for (int index = 0; index < this.properties.processes(); index++) {
			if (index == this.processes.size()) {
				this.processes.add(create(index));
			}
			else if (!this.processes.get(index).isAlive()) {
				this.processes.set(index, create(index));
			}
		}
		CompletableFuture<Void> ready = all(this.processes.stream().map(WorkerProcess::ready)).orTimeout(10,
				TimeUnit.MINUTES);
		while (!isDoneSoon(ready)) {
			waiting.run();
		}
		ready.join();
	}

	private static boolean isDoneSoon(CompletableFuture<Void> ready) {
		try {
			ready.copy().completeOnTimeout(null, 2, TimeUnit.SECONDS).join();
		}
		catch (CompletionException ex) {
			// told by the future itself
		}
		return ready.isDone();
	}

	private WorkerProcess create(int index) {
		return new WorkerProcess(this.command.forWorker(index + 1, this.kind));
	}

	CompletableFuture<Void> workOff(StormKind kind) {
		return all(this.processes.stream().map((process) -> process.workOff(kind)));
	}

	private static CompletableFuture<Void> all(Stream<CompletableFuture<Void>> futures) {
		return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
	}

	/**
	 * Ask all processes to report their locks.
	 */
	public void look() {
		this.processes.forEach(WorkerProcess::look);
	}

	/**
	 * The processes that were started.
	 * @return their status, by number
	 */
	public List<WorkerStatus> status() {
		return IntStream.range(0, this.processes.size()).mapToObj(this::status).toList();
	}

	private WorkerStatus status(int index) {
		WorkerProcess process = this.processes.get(index);
		return new WorkerStatus(index + 1, process.pid(), process.state(), read(process.report()));
	}

	private @Nullable WorkerReport read(@Nullable String report) {
		return (report != null) ? this.json.readValue(report, WorkerReport.class) : null;
	}

	/**
	 * The name of the process of a lock client's instance.
	 * @param instance the name of the instance: host and process id
	 * @param workers the status of the processes
	 * @return the name of the process, or else that of the instance
	 */
	public static String nameOf(String instance, List<WorkerStatus> workers) {
		return workers.stream()
			.filter((status) -> instance.endsWith(":" + status.pid()))
			.findFirst()
			.map(WorkerStatus::name)
			.orElse(instance);
	}

	WorkerProcess get(int number) {
		if (number < 1 || number > this.processes.size()) {
			throw new NoSuchElementException("There is no worker process " + number + ".");
		}
		return this.processes.get(number - 1);
	}

	/** A storm that is under way holds a lock, for which the end would wait. */
	@EventListener(ContextClosedEvent.class)
	void close() {
		this.closed = true;
		destroy();
	}

	@Override
	public void destroy() {
		this.processes.forEach(WorkerProcess::close);
	}

}
