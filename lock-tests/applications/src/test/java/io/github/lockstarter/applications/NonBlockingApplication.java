package io.github.lockstarter.applications;

import java.time.Duration;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LossPolicy;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * An instance whose locked methods return publishers, and one that blocks.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(NonBlockingApplication.Work.class)
class NonBlockingApplication {

	static class Work {

		@DistributedLock(key = "tally-#{#tally}")
		public Mono<Integer> add(int tally, Tally tallies) {
			return Mono.fromCallable(tallies::read).delayElement(Duration.ofMillis(1)).map(tallies::write);
		}

		@DistributedLock(key = "tally-#{#tally}")
		public Flux<Integer> addTwice(int tally, Tally tallies) {
			return Mono.fromCallable(tallies::read).delayElement(Duration.ofMillis(1)).map(tallies::write).repeat(1);
		}

		@DistributedLock(key = "endless", onLoss = LossPolicy.INTERRUPT)
		public Mono<Void> endless() {
			return Mono.never();
		}

		@DistributedLock(key = "blocking")
		public void block() {
		}

	}

}
