package io.github.lockstarter.applications;

import java.time.Duration;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.resources.LoopResources;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers all requests on a single thread: if one blocked it, none would be answered.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(WebFluxApplication.Controller.class)
class WebFluxApplication {

	static final Tally TALLY = new Tally();

	@Bean
	ReactorResourceFactory reactorResourceFactory() {
		ReactorResourceFactory resources = new ReactorResourceFactory();
		resources.setUseGlobalResources(false);
		resources.setLoopResources(LoopResources.create("only", 1, true));
		return resources;
	}

	@RestController
	static class Controller {

		private final LockClient locks;

		Controller(LockClient locks) {
			this.locks = locks;
		}

		@GetMapping("/count")
		@DistributedLock(key = "tally")
		public Mono<Integer> count() {
			return Mono.fromCallable(TALLY::read).delayElement(Duration.ofMillis(1)).map(TALLY::write);
		}

		@GetMapping("/never")
		@DistributedLock(key = "never")
		public Mono<String> never() {
			return Mono.never();
		}

		@GetMapping(path = "/ticks", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
		@DistributedLock(key = "ticks")
		public Flux<Long> ticks() {
			return Flux.interval(Duration.ofMillis(10)).onBackpressureDrop();
		}

		@GetMapping("/blocking")
		public Mono<String> blocking() {
			return Mono.fromCallable(() -> this.locks.lock("blocking").acquire())
				.map(LockHandle::toString)
				.onErrorResume((failure) -> Mono.just(String.valueOf(failure.getMessage())));
		}

		@GetMapping("/late")
		@DistributedLock(key = "late")
		public Mono<String> late() {
			return Mono.<String>never().timeout(Duration.ofMillis(100)).onErrorReturn("late");
		}

	}

}
