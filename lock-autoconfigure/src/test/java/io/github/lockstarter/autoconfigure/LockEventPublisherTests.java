package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.lockstarter.LockAcquiredEvent;
import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockEvent;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.LockRefusedEvent;
import io.github.lockstarter.LockReleasedByForceEvent;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.event.EventListener;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link LockEventPublisher}.
 */
@ExtendWith(LogCapture.class)
class LockEventPublisherTests {

	private static final LockEvent REFUSED = new LockRefusedEvent("orders", "key", LockKind.MUTEX,
			LockOutcome.TIMED_OUT, Duration.ZERO);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory");

	@Test
	void publishesWhatAListenerWantsToHear() {
		this.runner.withBean(Acquisitions.class).run((context) -> {
			context.getBean(LockClient.class).lock("key").name("orders").acquire().close();
			await().untilAsserted(() -> assertThat(context.getBean(Acquisitions.class).events).singleElement()
				.satisfies((event) -> assertThat(event.name()).isEqualTo("orders"))
				.satisfies((event) -> assertThat(event.key()).isEqualTo("key")));
		});
	}

	@Test
	void publishesAForcedRelease() {
		this.runner.withBean(ForcedReleases.class).run((context) -> {
			LockHandle held = context.getBean(LockClient.class).lock("key").acquire();
			context.getBean(LockAdmin.class).forceRelease("key", held.fencingToken(), "alice");
			held.close();
			await().untilAsserted(() -> assertThat(context.getBean(ForcedReleases.class).events)
				.extracting(LockReleasedByForceEvent::key, LockReleasedByForceEvent::by)
				.containsExactly(tuple("key", "alice")));
		});
	}

	@Test
	void isInterestedOnlyInWhatIsListenedTo() {
		this.runner.withBean(Acquisitions.class).run((context) -> {
			LockEventPublisher publisher = new LockEventPublisher(context.getSourceApplicationContext());
			assertThat(
					publisher.isInterested(new LockAcquiredEvent("", "key", LockKind.MUTEX, 1, Duration.ZERO, false)))
				.isTrue();
			assertThat(publisher.isInterested(REFUSED)).isFalse();
		});
	}

	@Test
	void hearsOfAListenerThatComesLater() {
		this.runner.run((context) -> {
			LockEventPublisher publisher = new LockEventPublisher(context.getSourceApplicationContext());
			assertThat(publisher.isInterested(REFUSED)).isFalse();
			List<Object> heard = new CopyOnWriteArrayList<>();
			((GenericApplicationContext) context.getSourceApplicationContext())
				.addApplicationListener(new Later(heard));
			assertThat(publisher.isInterested(REFUSED)).isTrue();
			publisher.onLockEvent(REFUSED);
			assertThat(heard).containsExactly(REFUSED);
		});
	}

	@Test
	void aListenerOfAParentContextCounts() {
		this.runner.withBean(Acquisitions.class)
			.run((parent) -> new ApplicationContextRunner().withParent(parent.getSourceApplicationContext())
				.run((context) -> assertThat(new LockEventPublisher(context.getSourceApplicationContext())
					.isInterested(new LockAcquiredEvent("", "key", LockKind.MUTEX, 1, Duration.ZERO, false)))
					.isTrue()));
	}

	static class Acquisitions {

		private final List<LockAcquiredEvent> events = new CopyOnWriteArrayList<>();

		@EventListener
		void acquired(LockAcquiredEvent event) {
			this.events.add(event);
			throw new IllegalStateException("a listener that fails");
		}

	}

	static class ForcedReleases {

		private final List<LockReleasedByForceEvent> events = new CopyOnWriteArrayList<>();

		@EventListener
		void released(LockReleasedByForceEvent event) {
			this.events.add(event);
		}

	}

	private record Later(List<Object> heard) implements ApplicationListener<PayloadApplicationEvent<LockRefusedEvent>> {

		@Override
		public void onApplicationEvent(PayloadApplicationEvent<LockRefusedEvent> event) {
			this.heard.add(event.getPayload());
		}

	}

}
