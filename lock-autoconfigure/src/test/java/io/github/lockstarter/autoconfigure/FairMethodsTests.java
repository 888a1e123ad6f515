package io.github.lockstarter.autoconfigure;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.WaitStrategy;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for annotated methods that are served in the order of all callers.
 */
class FairMethodsTests {

	private final RecordingStore store = new RecordingStore(new MemoryLockStore());

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				AopAutoConfiguration.class))
		.withBean(LockStore.class, () -> this.store);

	private void withTill(Consumer<Till> test, String... properties) {
		this.runner.withBean(Till.class)
			.withPropertyValues(properties)
			.run((context) -> test.accept(context.getBean(Till.class)));
	}

	@Test
	void onlyAFairMethodTellsTheStoreForHowLongItHasWaited() {
		withTill((till) -> {
			till.inOrder();
			till.anyhow();
		});
		assertThat(this.store.asked).extracting(AcquireRequest::key).containsExactly("in order", "anyhow");
		assertThat(this.store.asked.get(0).waited()).isGreaterThanOrEqualTo(Duration.ZERO);
		assertThat(this.store.asked.get(1).waited()).isNull();
	}

	@Test
	void thePropertiesOfALockMakeItFairOrNot() {
		withTill((till) -> {
			till.inOrder();
			till.anyhow();
		}, "distributed-lock.locks.Till.inOrder.fair=false", "distributed-lock.locks.Till.anyhow.fair=true");
		assertThat(this.store.asked.get(0).waited()).isNull();
		assertThat(this.store.asked.get(1).waited()).isNotNull();
	}

	@Test
	void aLockThatIsSharedCantBeFair() {
		assertRefused(FairReader.class, "its 'fair' (true) is at odds with its 'kind' (READ)."
				+ " Only a lock that nobody shares can be fair: leave out one of the two.");
		assertRefused(FairPermits.class, "its 'fair' (true) is at odds with its 'kind' (SEMAPHORE).");
	}

	@Test
	void aMethodThatBacksOffCantBeFair() {
		assertRefused(FairAttempts.class, "its 'fair' (true) is at odds with its 'waitStrategy' (BACK_OFF)."
				+ " Callers that back off have no place in a queue: leave out one of the two.");
	}

	@Test
	void noPropertyMakesALockFairThatIsShared() {
		this.runner.withBean(Reader.class)
			.withPropertyValues("distributed-lock.locks.Reader.read.fair=true")
			.run((context) -> assertThat(context.getStartupFailure())
				.hasStackTraceContaining("its 'fair' (true) is at odds with its 'kind' (READ)."));
	}

	private void assertRefused(Class<?> type, String message) {
		this.runner.withBean(type)
			.run((context) -> assertThat(context.getStartupFailure())
				.hasStackTraceContaining(LockDefinitionException.class.getName())
				.hasStackTraceContaining(message));
	}

	static class Till {

		@DistributedLock(key = "in order", fair = true)
		public void inOrder() {
		}

		@DistributedLock(key = "anyhow")
		public void anyhow() {
		}

	}

	static class Reader {

		@DistributedLock(key = "till", kind = LockKind.READ)
		public void read() {
		}

	}

	static class FairReader {

		@DistributedLock(key = "till", kind = LockKind.READ, fair = true)
		public void read() {
		}

	}

	static class FairPermits {

		@DistributedLock(key = "till", kind = LockKind.SEMAPHORE, capacity = 3, fair = true)
		public void use() {
		}

	}

	static class FairAttempts {

		@DistributedLock(key = "till", waitStrategy = WaitStrategy.BACK_OFF, fair = true)
		public void attempt() {
		}

	}

	/**
	 * Remembers what it was asked for.
	 */
	private record RecordingStore(LockStore delegate, List<AcquireRequest> asked) implements LockStore {

		RecordingStore(LockStore delegate) {
			this(delegate, new CopyOnWriteArrayList<>());
		}

		@Override
		public LockSession open(String instance, GrantListener listener) {
			LockSession session = this.delegate.open(instance, listener);
			return (LockSession) Proxy.newProxyInstance(LockSession.class.getClassLoader(),
					new Class<?>[] { LockSession.class }, (proxy, method, arguments) -> {
						if (arguments != null && arguments[0] instanceof AcquireRequest request) {
							this.asked.add(request);
						}
						try {
							return method.invoke(session, arguments);
						}
						catch (InvocationTargetException ex) {
							throw ex.getCause();
						}
					});
		}

	}

}
