package io.github.lockstarter.autoconfigure;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.micrometer.tracing.Tracer.SpanInScope;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.test.simple.SimpleSpan;
import io.micrometer.tracing.test.simple.SimpleTracer;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what a tracer makes of the observations.
 */
class LockTracesTests {

	private final SimpleTracer tracer = new SimpleTracer();

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withPropertyValues("distributed-lock.store=memory")
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, LockAutoConfiguration.class,
				LockAopAutoConfiguration.class, ObservationAutoConfiguration.class,
				LockObservationAutoConfiguration.class))
		.withBean(DefaultTracingObservationHandler.class, () -> new DefaultTracingObservationHandler(this.tracer))
		.withBean(Orders.class, () -> new Orders(this.tracer));

	@Test
	void theTraceOfTheCallerShowsTheWaitingAndTheLockedMethod() {
		this.application.run((context) -> {
			LockHandle other = held(context.getBean(LockClient.class));
			SimpleSpan request = this.tracer.nextSpan().name("request").start();
			CompletableFuture<Void> processed = CompletableFuture
				.runAsync(() -> inSpan(request, () -> context.getBean(Orders.class).process(7)));
			await().until(() -> context.getBean(LockAdmin.class).waiting().size() == 1);
			Instant freed = Instant.now().truncatedTo(ChronoUnit.MILLIS);
			other.close();
			processed.join();
			SimpleSpan waiting = childOf(request, "acquire lock Orders.process");
			assertThat(waiting.getTags())
				.containsAllEntriesOf(Map.of("lock.name", "Orders.process", "lock.outcome", "acquired"))
				.doesNotContainKey("lock.keys");
			assertThat(waiting.getEndTimestamp()).isAfterOrEqualTo(freed);
			SimpleSpan section = childOf(request, "hold lock Orders.process");
			assertThat(section.getStartTimestamp()).isAfterOrEqualTo(waiting.getEndTimestamp());
			assertThat(section.getTags()).containsEntry("lock.lost", "false").containsKey("lock.tokens");
			childOf(section, "sql");
		});
	}

	@Test
	void theTraceShowsTheKeyIfToldTo() {
		this.application.withPropertyValues("distributed-lock.show-keys=true").run((context) -> {
			SimpleSpan request = this.tracer.nextSpan().name("request").start();
			inSpan(request, () -> context.getBean(Orders.class).process(7));
			assertThat(childOf(request, "acquire lock Orders.process").getTags()).containsEntry("lock.keys", "order:7");
			assertThat(childOf(request, "hold lock Orders.process").getTags()).containsEntry("lock.keys", "order:7");
		});
	}

	@Test
	void theTraceOfTheCallerShowsAnAsynchronousWaiting() {
		this.application.run((context) -> {
			LockClient locks = context.getBean(LockClient.class);
			LockHandle other = held(locks);
			SimpleSpan request = this.tracer.nextSpan().name("request").start();
			CompletableFuture<LockHandle> waiting = inSpan(request,
					() -> locks.lock("order:7").name("orders").acquireAsync().toCompletableFuture());
			assertThat(this.tracer.getSpans()).extracting(SimpleSpan::getName).doesNotContain("acquire lock orders");
			other.close();
			waiting.join().close();
			await().untilAsserted(() -> childOf(request, "acquire lock orders"));
		});
	}

	private static LockHandle held(LockClient locks) {
		return locks.lock("order:7").acquire().detach();
	}

	private void inSpan(SimpleSpan span, Runnable action) {
		inSpan(span, () -> {
			action.run();
			return true;
		});
	}

	private <T> T inSpan(SimpleSpan span, Supplier<T> action) {
		try (SpanInScope scope = this.tracer.withSpan(span)) {
			return action.get();
		}
	}

	private SimpleSpan childOf(SimpleSpan parent, String name) {
		assertThat(this.tracer.getSpans()).filteredOn((span) -> name.equals(span.getName()))
			.singleElement()
			.satisfies((span) -> {
				assertThat(span.getParentId()).isEqualTo(parent.getSpanId());
				assertThat(span.getTraceId()).isEqualTo(parent.getTraceId());
				assertThat(span.getEndTimestamp().toEpochMilli()).isPositive();
			});
		return this.tracer.getSpans().stream().filter((span) -> name.equals(span.getName())).findFirst().orElseThrow();
	}

	static class Orders {

		private final SimpleTracer tracer;

		Orders(SimpleTracer tracer) {
			this.tracer = tracer;
		}

		@DistributedLock(key = "order:#{#id}")
		void process(long id) {
			this.tracer.nextSpan().name("sql").start().end();
		}

	}

}
