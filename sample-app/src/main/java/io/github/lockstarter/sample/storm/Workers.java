package io.github.lockstarter.sample.storm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * The child processes. They are started when they are first needed and then kept.
 */
@Component
class Workers implements DisposableBean {

	private final WorkerCommand command;

	private final StormProperties properties;

	private final List<WorkerProcess> processes = new ArrayList<>();

	Workers(WorkerCommand command, StormProperties properties) {
		this.command = command;
		this.properties = properties;
	}

	synchronized void start() {
		if (this.processes.isEmpty()) {
			for (int number = 1; number <= this.properties.processes(); number++) {
				this.processes.add(new WorkerProcess(this.command.forWorker(number)));
			}
			this.processes.forEach(WorkerProcess::awaitReady);
		}
	}

	CompletableFuture<Void> workOff(StormMode mode) {
		start();
		return CompletableFuture.allOf(this.processes.stream()
			.map((process) -> CompletableFuture.runAsync(() -> process.workOff(mode), Workers::onNewThread))
			.toArray(CompletableFuture[]::new));
	}

	private static void onNewThread(Runnable task) {
		Thread thread = new Thread(task, "worker-pipe");
		thread.setDaemon(true);
		thread.start();
	}

	@Override
	public void destroy() {
		this.processes.forEach(WorkerProcess::close);
	}

}
