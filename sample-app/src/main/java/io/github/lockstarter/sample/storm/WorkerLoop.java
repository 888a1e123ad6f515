package io.github.lockstarter.sample.storm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * What a child process does: works orders off whenever its standard input says so, and
 * ends when that ends, which it does with the parent however the parent dies.
 */
@Component
@Profile("worker")
class WorkerLoop implements ApplicationRunner {

	static final String READY = "@ready";

	static final String DONE = "@done";

	private final DeliveryWorker worker;

	WorkerLoop(DeliveryWorker worker) {
		this.worker = worker;
	}

	@Override
	public void run(ApplicationArguments arguments) throws IOException {
		BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		System.out.println(READY);
		String line;
		while ((line = input.readLine()) != null) {
			StormMode mode = StormMode.valueOf(line);
			CompletableFuture.runAsync(() -> this.worker.workOff(mode))
				.thenRun(() -> System.out.println(DONE))
				.exceptionally(WorkerLoop::end);
		}
		System.exit(0);
	}

	private static @Nullable Void end(Throwable failure) {
		failure.printStackTrace();
		System.exit(1);
		return null;
	}

}
