package io.github.lockstarter.sample.storm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.stereotype.Component;

/**
 * What a child process does: works orders off whenever its standard input says so, and
 * ends when that ends, which it does with the parent however the parent dies. Other
 * processes have it too, since beans are settled when the application is processed ahead
 * of time; there it does nothing.
 */
@Component
class WorkerLoop implements ApplicationRunner {

	static final String READY = "@ready";

	static final String DONE = "@done";

	static final String FAILED = "@failed";

	private final DeliveryWorker worker;

	private final boolean child;

	WorkerLoop(DeliveryWorker worker, Environment environment) {
		this.worker = worker;
		this.child = environment.acceptsProfiles(Profiles.of("worker"));
	}

	@Override
	public void run(ApplicationArguments arguments) throws IOException {
		if (this.child) {
			work();
		}
	}

	private void work() throws IOException {
		BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		CompletableFuture<Void> work = CompletableFuture.completedFuture(null);
		System.out.println(READY);
		String line;
		while ((line = input.readLine()) != null) {
			StormMode mode = StormMode.valueOf(line);
			work = CompletableFuture.runAsync(() -> this.worker.workOff(mode)).whenComplete(WorkerLoop::report);
		}
		this.worker.stop();
		work.exceptionally((failure) -> null).completeOnTimeout(null, 2, TimeUnit.SECONDS).join();
		System.exit(0);
	}

	private static void report(@Nullable Void result, @Nullable Throwable failure) {
		if (failure != null) {
			failure.printStackTrace();
		}
		System.out.println((failure != null) ? FAILED : DONE);
	}

}
