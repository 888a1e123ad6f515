package io.github.lockstarter.transaction;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.reactive.transaction.ReactiveCommitGuardAdvisor;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.annotation.Transactional;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for methods with a transaction that return futures, which are not guarded as
 * publishers are.
 */
class FuturesInTransactionsTests {

	private final Work work = new Work();

	private final Work proxy = proxy();

	private Work proxy() {
		ProxyFactory factory = new ProxyFactory(this.work);
		factory.addAdvisor(new ReactiveCommitGuardAdvisor(AnnotationTransactionAttributeSource::new));
		return (Work) factory.getProxy();
	}

	@Test
	void callersGetTheFutureThatTheMethodReturned() {
		assertThat(this.proxy.own()).isSameAs(this.work.own());
		assertThat(this.proxy.stage()).isSameAs(this.work.stage());
	}

	@Test
	void publishersAreGuarded() {
		assertThat(this.proxy.mono()).isNotSameAs(this.work.mono());
	}

	static class OwnFuture extends CompletableFuture<String> {

	}

	static class Work {

		private final OwnFuture future = new OwnFuture();

		private final Mono<String> mono = Mono.just("done");

		@Transactional
		public OwnFuture own() {
			return this.future;
		}

		@Transactional
		public CompletionStage<String> stage() {
			return this.future;
		}

		@Transactional
		public Mono<String> mono() {
			return this.mono;
		}

	}

}
