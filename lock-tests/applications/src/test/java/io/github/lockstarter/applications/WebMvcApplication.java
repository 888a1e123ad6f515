package io.github.lockstarter.applications;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockContext;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/**
 * Answers on other threads than those of the requests.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(WebMvcApplication.Controller.class)
class WebMvcApplication {

	static final Tally TALLY = new Tally();

	private static final Executor LATER = CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS);

	@RestController
	static class Controller {

		@GetMapping("/callable")
		@DistributedLock(key = "tally")
		public Callable<Integer> callable() {
			return () -> {
				LockContext.assertHeld("tally");
				int read = TALLY.read();
				return CompletableFuture.supplyAsync(() -> TALLY.write(read), LATER).join();
			};
		}

		@GetMapping("/task")
		@DistributedLock(key = "tally")
		public WebAsyncTask<Integer> task() {
			return new WebAsyncTask<>(callable());
		}

		@GetMapping("/future")
		@DistributedLock(key = "tally")
		public CompletableFuture<Integer> future() {
			int read = TALLY.read();
			return CompletableFuture.supplyAsync(() -> TALLY.write(read), LATER);
		}

		@GetMapping("/deferred")
		@DistributedLock(key = "tally")
		public DeferredResult<Integer> deferred() {
			int read = TALLY.read();
			DeferredResult<Integer> result = new DeferredResult<>();
			LATER.execute(() -> result.setResult(TALLY.write(read)));
			return result;
		}

		@GetMapping("/stream")
		@DistributedLock(key = "tally")
		public StreamingResponseBody stream() {
			int read = TALLY.read();
			return (output) -> {
				LockContext.assertHeld("tally");
				int written = CompletableFuture.supplyAsync(() -> TALLY.write(read), LATER).join();
				output.write(Integer.toString(written).getBytes(StandardCharsets.UTF_8));
			};
		}

		@GetMapping("/never")
		@DistributedLock(key = "never")
		public DeferredResult<String> never() {
			return new DeferredResult<>(Duration.ofMillis(200).toMillis());
		}

		@GetMapping("/ticks")
		@DistributedLock(key = "ticks")
		public SseEmitter ticks() {
			SseEmitter emitter = new SseEmitter(0L);
			tick(emitter);
			return emitter;
		}

		private static void tick(SseEmitter emitter) {
			LATER.execute(() -> {
				try {
					emitter.send("tick");
					tick(emitter);
				}
				catch (IOException | IllegalStateException ex) {
					// the client has gone away, and the server tells Spring MVC of that
				}
			});
		}

	}

}
