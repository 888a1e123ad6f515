package io.github.lockstarter.jvm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.reactive.ReactiveLockContext;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Increments a number in a file, reading it in one step of a pipeline and writing it in a
 * later one, by many pipelines on a single thread: none would go on if one blocked it.
 * Arguments: port, file, increments, key, and whether to hold the lock for ever instead.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class PipelineChild {

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	public static void main(String[] arguments) throws IOException {
		ConfigurableApplicationContext context = SpringApplication.run(PipelineChild.class,
				"--spring.data.redis.port=" + arguments[0], "--file=" + arguments[1], "--key=" + arguments[3],
				"--distributed-lock.lease-time=10s", "--distributed-lock.wait-time=3m",
				"--spring.main.web-application-type=none", "--spring.main.banner-mode=off");
		Counter counter = context.getBean(Counter.class);
		System.out.println("READY");
		System.in.read();
		if (Boolean.parseBoolean(arguments[4])) {
			counter.hold().block(PATIENCE);
		}
		Scheduler only = Schedulers.newSingle("only");
		Flux.range(0, Integer.parseInt(arguments[2]))
			.flatMap((each) -> Mono.defer(() -> (each % 2 == 0) ? counter.increment(only) : counter.later(only))
				.subscribeOn(only), Integer.MAX_VALUE)
			.blockLast(PATIENCE);
		only.dispose();
		context.close();
		System.out.println("DONE");
	}

	@Bean
	Counter counter(@Value("${file}") String file) {
		return new Counter(file);
	}

	static class Counter {

		private final String file;

		Counter(String file) {
			this.file = file;
		}

		@DistributedLock(key = "${key}")
		public Mono<Void> hold() {
			return Mono.<Void>never().doOnSubscribe((subscription) -> System.out.println("HELD"));
		}

		@DistributedLock(key = "${key}")
		public Mono<Void> increment(Scheduler thread) {
			return Mono.fromCallable(this::read)
				.publishOn(thread)
				.flatMap((read) -> ReactiveLockContext.current()
					.doOnNext((handle) -> write(read, handle.fencingToken())))
				.then();
		}

		/** A publisher again, as its stage is begun when it holds the lock. */
		@DistributedLock(key = "${key}")
		public Mono<Void> later(Scheduler thread) {
			return ReactiveLockContext.current()
				.flatMap((handle) -> Mono.fromFuture(() -> CompletableFuture.supplyAsync(this::read, thread::schedule)
					.thenAcceptAsync((read) -> write(read, handle.fencingToken()), thread::schedule)));
		}

		private byte[] read() {
			try (RandomAccessFile counted = new RandomAccessFile(this.file, "r")) {
				byte[] content = new byte[2 * Long.BYTES];
				counted.readFully(content);
				return content;
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		private void write(byte[] read, long token) {
			ByteBuffer last = ByteBuffer.wrap(read);
			long value = last.getLong();
			if (token <= last.getLong()) {
				throw new IllegalStateException("Token " + token + " is not larger than that of the last holder.");
			}
			try (RandomAccessFile counted = new RandomAccessFile(this.file, "rw")) {
				counted.write(ByteBuffer.allocate(read.length).putLong(value + 1).putLong(token).array());
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

}
