package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.logging.LockMdc;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what follows a pipeline under a lock from thread to thread.
 */
class PipelineContextTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final ObservationRegistry observations = ObservationRegistry.create();

	private final List<Observation.Context> ended = new CopyOnWriteArrayList<>();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				LockReactiveAutoConfiguration.class, LockObservationAutoConfiguration.class,
				LockMdcAutoConfiguration.class, AopAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory", "distributed-lock.show-keys=true")
		.withBean(ObservationRegistry.class, () -> this.observations)
		.withBean(Work.class);

	@BeforeEach
	void propagate() {
		this.observations.observationConfig().observationHandler(new Recording());
		ContextRegistry.getInstance().registerThreadLocalAccessor(new Slf4jThreadLocalAccessor());
		ContextRegistry.getInstance()
			.registerThreadLocalAccessor(new ObservationThreadLocalAccessor(this.observations));
	}

	@AfterEach
	void propagateNoMore() {
		ContextRegistry.getInstance().removeThreadLocalAccessor(Slf4jThreadLocalAccessor.KEY);
		ContextRegistry.getInstance().removeThreadLocalAccessor(ObservationThreadLocalAccessor.KEY);
	}

	@Test
	void locksObservationAndLogFieldsAreThereOnOtherThreads() {
		this.runner.run((context) -> {
			Observation request = Observation.start("request", this.observations);
			String seen = context.getBean(Work.class)
				.later(this.observations)
				.contextWrite((written) -> written.put(ObservationThreadLocalAccessor.KEY, request))
				.block(SOON);
			request.stop();
			assertThat(seen).isEqualTo("[key] in distributed.lock.section with key");
			assertThat(this.ended).extracting(Observation.Context::getName)
				.containsExactlyInAnyOrder("distributed.lock.acquisition", "distributed.lock.section", "request");
			assertThat(this.ended).filteredOn((each) -> !each.getName().equals("request"))
				.allSatisfy((each) -> assertThat(each.getParentObservation()).isEqualTo(request));
			assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
		});
	}

	static class Work {

		@DistributedLock(key = "key")
		public Mono<String> later(ObservationRegistry observations) {
			return Mono.delay(Duration.ofMillis(1))
				.handle((tick,
						sink) -> sink.next(LockContext.current().keys() + " in "
								+ observations.getCurrentObservation().getContext().getName() + " with "
								+ MDC.get(LockMdc.KEY)));
		}

	}

	private final class Recording implements ObservationHandler<Observation.Context> {

		@Override
		public void onStop(Observation.Context context) {
			PipelineContextTests.this.ended.add(context);
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

	}

}
