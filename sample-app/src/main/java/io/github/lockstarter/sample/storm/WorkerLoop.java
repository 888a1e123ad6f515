package io.github.lockstarter.sample.storm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LockAdmin;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.stereotype.Component;

/**
 * The work of a child process: it handles orders, reports its locks or stops in the
 * middle of an order on commands from its standard input, and ends with that input, which
 * ends with the parent however the parent dies. Other processes have this bean too, since
 * beans are determined when the application is processed ahead of time; there it does
 * nothing.
 */
@Component
class WorkerLoop implements ApplicationRunner {

	static final String READY = "@ready";

	static final String DONE = "@done";

	static final String FAILED = "@failed";

	static final String LOOK = "LOOK";

	static final String STOP = "STOP";

	static final String GO_ON = "GO_ON";

	static final String STOPPED = "@stopped ";

	static final String REPORT = "@locks ";

	private final DeliveryWorker worker;

	private final MiddleOfAnOrder middle;

	private final LockAdmin locks;

	private final JsonMapper json;

	private final boolean child;

	WorkerLoop(DeliveryWorker worker, MiddleOfAnOrder middle, LockAdmin locks, JsonMapper json,
			Environment environment) {
		this.worker = worker;
		this.middle = middle;
		this.locks = locks;
		this.json = json;
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
		StormKind kind = StormKind.MUTEX;
		System.out.println(READY);
		String line;
		while ((line = input.readLine()) != null) {
			switch (line) {
				case LOOK -> System.out.println(REPORT + this.json.writeValueAsString(WorkerReport.of(this.locks)));
				case STOP -> this.middle.stopNext(kind);
				case GO_ON -> this.middle.goOn();
				default -> {
					kind = StormKind.valueOf(line);
					work = begin(kind);
				}
			}
		}
		this.worker.stop();
		end(work);
	}

	/**
	 * Threads that are still at work wait for a dead process, and could only report that
	 * all connections are closed.
	 */
	private static void end(CompletableFuture<Void> work) {
		CompletableFuture<Boolean> ended = work.handle((result, failure) -> true);
		if (ended.completeOnTimeout(false, 2, TimeUnit.SECONDS).join()) {
			System.exit(0);
		}
		Runtime.getRuntime().halt(0);
	}

	private CompletableFuture<Void> begin(StormKind kind) {
		return CompletableFuture.runAsync(() -> this.worker.workOff(kind)).whenComplete(WorkerLoop::report);
	}

	private static void report(@Nullable Void result, @Nullable Throwable failure) {
		if (failure != null) {
			failure.printStackTrace();
		}
		System.out.println((failure != null) ? FAILED : DONE);
	}

}
