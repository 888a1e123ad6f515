package io.github.lockstarter.autoconfigure;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockUpgradeException;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for annotated methods that share their locks.
 */
@ExtendWith(LogCapture.class)
class SharedMethodsTests {

	@RegisterExtension
	static final SharedContext context = SharedContext.with().withBeans(List.of(Stock.class));

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				AopAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory");

	private void withStock(Consumer<Stock> test) {
		test.accept(context.bean(Stock.class));
	}

	/** Run something on another thread while a method of the stock runs on this one. */
	private static <T extends @Nullable Object> T meanwhile(Supplier<T> call) {
		return CompletableFuture.supplyAsync(call).join();
	}

	@Test
	void aMethodThatReadsRunsBesideOthersThatRead() {
		withStock((stock) -> stock.read("a", () -> assertThat(meanwhile(() -> stock.tryRead("a"))).isEqualTo("read")));
	}

	@Test
	void aMethodThatWritesRunsBesideNone() {
		withStock((stock) -> {
			stock.read("a", () -> assertThat(meanwhile(() -> stock.tryWrite("a"))).isNull());
			stock.write("a", () -> assertThat(meanwhile(() -> stock.tryRead("a"))).isNull());
			stock.read("a", () -> assertThat(meanwhile(() -> stock.tryWrite("b"))).isEqualTo("written"));
		});
	}

	@Test
	void aMethodThatReadsIsNoPlaceToWriteFrom() {
		withStock((stock) -> stock.read("a",
				() -> assertThatExceptionOfType(LockUpgradeException.class).isThrownBy(() -> stock.tryWrite("a"))));
		withStock((stock) -> stock.write("a", () -> assertThat(stock.tryRead("a")).isEqualTo("read")));
	}

	@Test
	void asManyRunAsThereArePermits() {
		withStock((stock) -> stock.export(() -> assertThat(meanwhile(() -> {
			CountDownLatch both = new CountDownLatch(1);
			String[] third = { "not run" };
			stock.export(() -> {
				third[0] = String.valueOf(meanwhile(stock::tryExport));
				both.countDown();
			});
			return third[0];
		})).isEqualTo("null")));
	}

	@Test
	void thePropertiesOfALockSetItsCapacity() {
		this.runner.withBean(Stock.class)
			.withPropertyValues("distributed-lock.locks.export.capacity=1", "exports=7")
			.run((context) -> {
				Stock stock = context.getBean(Stock.class);
				stock.export(() -> assertThat(meanwhile(stock::tryExport)).isNull());
			});
	}

	@Test
	void aCapacityMayBeAPlaceholder() {
		this.runner.withBean(Placeholder.class).withPropertyValues("exports=1").run((context) -> {
			Placeholder exports = context.getBean(Placeholder.class);
			assertThat(exports.run(() -> meanwhile(() -> exports.run(() -> "second")))).isNull();
		});
		this.runner.withBean(Placeholder.class)
			.withPropertyValues("exports=many")
			.run((context) -> assertRefused(context,
					"its attribute 'capacityString' is '${exports}', which is not a whole number."
							+ " Correct 'capacityString': a number, or a placeholder for one."));
	}

	@Test
	void aSemaphoreWithoutACapacityIsRefused() {
		this.runner.withBean(Endless.class)
			.run((context) -> assertRefused(context,
					"it is a semaphore, but its capacity is not set. Set 'capacity', for example"
							+ " capacity = 5, or distributed-lock.locks.endless.capacity."));
		this.runner.withBean(Endless.class)
			.withPropertyValues("distributed-lock.locks.endless.capacity=2")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(classes = { CapacityOnly.class, PermitsOnly.class })
	void permitsOfALockThatIsNoSemaphoreAreRefused(Class<?> type) {
		this.runner.withBean(type)
			.run((context) -> assertRefused(context,
					"it has permits, but is not a semaphore. Add 'kind = LockKind.SEMAPHORE',"
							+ " or leave 'capacity' and 'permits' out."));
	}

	@Test
	void permitsThatPropertiesSetForALockThatIsNoSemaphoreAreReported(CapturedLog output) {
		this.runner.withBean(Stock.class)
			.withPropertyValues("distributed-lock.locks.Stock.write.capacity=5",
					"distributed-lock.locks.Stock.read.permits=1", "distributed-lock.locks.export.capacity=5")
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output)
			.contains("WARN",
					"'distributed-lock.locks.Stock.write.capacity' has no effect, since " + Stock.class.getName()
							+ ".write takes a lock of the kind MUTEX, which has no permits. Leave it out, or add"
							+ " 'kind = LockKind.SEMAPHORE' there.")
			.contains("'distributed-lock.locks.Stock.read.permits' has no effect")
			.doesNotContain("export.capacity");
	}

	@Test
	void morePermitsThanThereAreAreRefused() {
		this.runner.withBean(Greedy.class)
			.run((context) -> assertRefused(context, "its 'permits' (3) is more than its 'capacity' (2)."
					+ " No caller could ever get them: lower the one or raise the other."));
		this.runner
			.withPropertyValues("distributed-lock.locks.export.permits=3", "distributed-lock.locks.export.capacity=2")
			.run((context) -> assertThat(context.getStartupFailure())
				.hasMessageContaining("The property 'distributed-lock.locks.export.permits' (3) is more than"
						+ " 'distributed-lock.locks.export.capacity' (2)."));
	}

	@Test
	void kindsThatShareANameAreReported(CapturedLog output) {
		this.runner.withBean(Mixed.class).run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).contains("Locks named 'mixed' are taken both as ")
			.contains("Settings and metrics treat them as one lock: give each kind its own name.");
	}

	@Test
	void aReadWriteLockOfTheJdkIsAViewOfBoth() {
		ReadWriteLock lock = context.bean(LockClient.class).lock("stock").asReadWriteLock();
		lock.readLock().lock();
		assertThat(meanwhile(() -> {
			boolean locked = lock.readLock().tryLock();
			lock.readLock().unlock();
			return locked;
		})).isTrue();
		assertThat(meanwhile(() -> lock.writeLock().tryLock())).isFalse();
		assertThatExceptionOfType(LockUpgradeException.class).isThrownBy(() -> lock.writeLock().tryLock());
		lock.readLock().unlock();
	}

	private static void assertRefused(AssertableApplicationContext context, String message) {
		assertThat(context.getStartupFailure()).hasStackTraceContaining(LockDefinitionException.class.getName())
			.hasStackTraceContaining(message);
	}

	static class Stock {

		@DistributedLock(key = "stock_#{#item}", kind = LockKind.READ)
		public void read(String item, Runnable body) {
			assertThat(LockContext.current().kind()).isEqualTo(LockKind.READ);
			body.run();
		}

		@DistributedLock(key = "stock_#{#item}", kind = LockKind.READ, waitTime = 0,
				failStrategy = LockFailStrategy.SKIP)
		public @Nullable String tryRead(String item) {
			return "read";
		}

		@DistributedLock(key = "stock_#{#item}")
		public void write(String item, Runnable body) {
			assertThat(LockContext.current().fencingToken()).isPositive();
			body.run();
		}

		@DistributedLock(key = "stock_#{#item}", waitTime = 0, failStrategy = LockFailStrategy.SKIP)
		public @Nullable String tryWrite(String item) {
			return "written";
		}

		@DistributedLock(name = "export", key = "export", kind = LockKind.SEMAPHORE, capacity = 2)
		public void export(Runnable body) {
			body.run();
		}

		@DistributedLock(name = "export", key = "export", kind = LockKind.SEMAPHORE, capacity = 2, waitTime = 0,
				failStrategy = LockFailStrategy.SKIP)
		public @Nullable String tryExport() {
			return "exported";
		}

	}

	static class Placeholder {

		@DistributedLock(key = "export", kind = LockKind.SEMAPHORE, capacityString = "${exports}", waitTime = 0,
				failStrategy = LockFailStrategy.SKIP)
		public @Nullable String run(Supplier<@Nullable String> body) {
			return body.get();
		}

	}

	static class CapacityOnly {

		@DistributedLock(key = "export", capacity = 5)
		public void run() {
		}

	}

	static class PermitsOnly {

		@DistributedLock(key = "export", permits = 2)
		public void run() {
		}

	}

	static class Endless {

		@DistributedLock(name = "endless", key = "export", kind = LockKind.SEMAPHORE)
		public void run() {
		}

	}

	static class Greedy {

		@DistributedLock(key = "export", kind = LockKind.SEMAPHORE, permits = 3, capacity = 2)
		public void run() {
		}

	}

	static class Mixed {

		@DistributedLock(name = "mixed", key = "a", kind = LockKind.READ)
		public void read() {
		}

		@DistributedLock(name = "mixed", key = "a")
		public void write() {
		}

	}

}
