package io.github.lockstarter.applications;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.reactive.ReactiveLockContext;
import reactor.core.publisher.Mono;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Works under one lock again and again until it gets a line of input, and keeps a journal
 * of it. Arguments: the port of Redis and the journal.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({ JournalApplication.Work.class, SuspendingWork.class })
class JournalApplication {

	/** Longer than a busy machine may stand still between two renewals. */
	static final Duration LEASE = Duration.ofSeconds(10);

	private static volatile boolean stopped;

	public static void main(String[] arguments) {
		Thread input = new Thread(JournalApplication::awaitStop);
		input.setDaemon(true);
		input.start();
		Journal journal = new Journal(Path.of(arguments[1]));
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(JournalApplication.class)
			.web(WebApplicationType.NONE)
			.run("--spring.data.redis.port=" + arguments[0], "--spring.main.banner-mode=off",
					"--distributed-lock.wait-time=60s", "--distributed-lock.lease-time=" + LEASE)) {
			Work work = context.getBean(Work.class);
			SuspendingWork suspending = context.getBean(SuspendingWork.class);
			while (!stopped) {
				work.future(journal).join();
				work.mono(journal).block();
				SuspendingWorkKt.await(suspending, Work.TIME.toMillis(),
						(token) -> journal.write("suspending", "begins", token),
						(token) -> journal.write("suspending", "ends", token));
			}
		}
	}

	/** Without a parent there is nothing to wait for. */
	private static void awaitStop() {
		try {
			if (System.in.read() < 0) {
				Runtime.getRuntime().halt(1);
			}
			stopped = true;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * While it is done, none of its threads is inside of a method.
	 */
	static class Work {

		private static final Duration TIME = Duration.ofMillis(30);

		private static final Executor LATER = CompletableFuture.delayedExecutor(TIME.toMillis(), TimeUnit.MILLISECONDS);

		@DistributedLock(key = "tally")
		public CompletableFuture<Void> future(Journal journal) {
			long token = LockContext.current().fencingToken();
			journal.write("future", "begins", token);
			return CompletableFuture.runAsync(() -> journal.write("future", "ends", token), LATER);
		}

		@DistributedLock(key = "tally")
		public Mono<Void> mono(Journal journal) {
			return ReactiveLockContext.current()
				.map((held) -> held.fencingToken())
				.doOnNext((token) -> journal.write("mono", "begins", token))
				.delayElement(TIME)
				.doOnNext((token) -> journal.write("mono", "ends", token))
				.then();
		}

	}

}
